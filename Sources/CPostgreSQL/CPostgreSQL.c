#include "CPostgreSQL.h"

#include <pthread.h>
#include <stddef.h>

#include "CLoader.h"

// The interface has kept its number since PostgreSQL 8.0. On Darwin, the library belongs to no package of the system.
#ifdef __APPLE__
static const char *const library_names[] = {
    "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib", "/usr/local/opt/libpq/lib/libpq.5.dylib",
    NULL};
#else
static const char *const library_names[] = {"libpq.so.5", NULL};
#endif

typedef void (*notice_processor)(void *, const char *);

// FUNCTION(result, name, parameters, arguments) for each function that only forwards its arguments.
#define FUNCTIONS                                                                                                      \
  FUNCTION(int, libVersion, (void), ())                                                                                \
  FUNCTION(PGconninfo_option *, conninfoParse, (const char *text, char **message), (text, message))                    \
  FUNCTION(void, conninfoFree, (PGconninfo_option * options), (options))                                               \
  FUNCTION(void, finish, (PGconn * connection), (connection))                                                          \
  FUNCTION(int, status, (const PGconn *connection), (connection))                                                      \
  FUNCTION(int, transactionStatus, (const PGconn *connection), (connection))                                           \
  FUNCTION(int, serverVersion, (const PGconn *connection), (connection))                                               \
  FUNCTION(const char *, parameterStatus, (const PGconn *connection, const char *name), (connection, name))            \
  FUNCTION(const char *, errorMessage, (const PGconn *connection), (connection))                                       \
  FUNCTION(PGresult *, exec, (PGconn * connection, const char *sql), (connection, sql))                                \
  FUNCTION(PGresult *, execParams,                                                                                     \
           (PGconn * connection, const char *sql, int count, const unsigned *types, const char *const *values,         \
            const int *lengths, const int *formats, int result_format),                                                \
           (connection, sql, count, types, values, lengths, formats, result_format))                                   \
  FUNCTION(int, putCopyData, (PGconn * connection, const char *bytes, int count), (connection, bytes, count))          \
  FUNCTION(int, putCopyEnd, (PGconn * connection, const char *failure), (connection, failure))                         \
  FUNCTION(PGresult *, getResult, (PGconn * connection), (connection))                                                 \
  FUNCTION(int, resultStatus, (const PGresult *result), (result))                                                      \
  FUNCTION(const char *, resultErrorField, (const PGresult *result, int field), (result, field))                       \
  FUNCTION(const char *, cmdStatus, (PGresult * result), (result))                                                     \
  FUNCTION(const char *, cmdTuples, (PGresult * result), (result))                                                     \
  FUNCTION(int, ntuples, (const PGresult *result), (result))                                                           \
  FUNCTION(const char *, getvalue, (const PGresult *result, int row, int column), (result, row, column))               \
  FUNCTION(int, getlength, (const PGresult *result, int row, int column), (result, row, column))                       \
  FUNCTION(int, getisnull, (const PGresult *result, int row, int column), (result, row, column))                       \
  FUNCTION(void, clear, (PGresult * result), (result))                                                                 \
  FUNCTION(unsigned char *, unescapeBytea, (const unsigned char *text, size_t *count), (text, count))                  \
  FUNCTION(void, freemem, (void *memory), (memory))                                                                    \
  FUNCTION(int, socket, (const PGconn *connection), (connection))                                                      \
  FUNCTION(int, consumeInput, (PGconn * connection), (connection))                                                     \
  FUNCTION(PGnotify *, notifies, (PGconn * connection), (connection))                                                  \
  FUNCTION(PGcancel *, getCancel, (PGconn * connection), (connection))                                                 \
  FUNCTION(void, freeCancel, (PGcancel * cancel), (cancel))                                                            \
  FUNCTION(int, cancel, (PGcancel * request, char *message, int size), (request, message, size))

#define FUNCTION(result, name, parameters, arguments) \
  static result(*name) parameters;                    \
  result cpostgresql_##name parameters { return name arguments; }
FUNCTIONS
#undef FUNCTION

static PGconn *(*connectdbParams)(const char *const *, const char *const *, int);
static notice_processor (*setNoticeProcessor)(PGconn *, notice_processor, void *);

static void discard_notice(void *context, const char *message) {
  (void)context;
  (void)message;
}

PGconn *cpostgresql_connect(const char *const *keywords, const char *const *values, int expands_database_name) {
  PGconn *connection = connectdbParams(keywords, values, expands_database_name);
  if (connection != NULL) setNoticeProcessor(connection, discard_notice, NULL);
  return connection;
}

static char failure[512];
static int is_loaded = 0;

static void load(void) {
  const cloader_symbol symbols[] = {
#define FUNCTION(result, name, parameters, arguments) {"PQ" #name, &name},
      FUNCTIONS
#undef FUNCTION
      {"PQconnectdbParams", &connectdbParams},
      {"PQsetNoticeProcessor", &setNoticeProcessor},
  };
  const size_t count = sizeof symbols / sizeof symbols[0];
  is_loaded = cloader_open(library_names, symbols, count, "", failure, sizeof failure) != NULL;
}

const char *cpostgresql_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded ? NULL : failure;
}
