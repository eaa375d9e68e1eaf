#include "CSQLite.h"

#include <pthread.h>
#include <stddef.h>

#include "CLoader.h"

// The name has been the same since the first release of version 3.
#ifdef __APPLE__
static const char *const library_names[] = {"/usr/lib/libsqlite3.dylib", NULL};
#else
static const char *const library_names[] = {"libsqlite3.so.0", NULL};
#endif

typedef int (*progress_function)(void *);
typedef void (*destructor)(void *);

// FUNCTION(result, name, parameters, arguments) for each function that only forwards its arguments.
#define FUNCTIONS                                                                                                    \
  FUNCTION(int, libversion_number, (void), ())                                                                       \
  FUNCTION(const char *, errstr, (int code), (code))                                                                 \
  FUNCTION(int, open_v2, (const char *path, sqlite3 **database, int flags, const char *vfs),                         \
           (path, database, flags, vfs))                                                                             \
  FUNCTION(int, close_v2, (sqlite3 * database), (database))                                                          \
  FUNCTION(int, extended_result_codes, (sqlite3 * database, int on), (database, on))                                 \
  FUNCTION(int, busy_timeout, (sqlite3 * database, int milliseconds), (database, milliseconds))                      \
  FUNCTION(void, progress_handler, (sqlite3 * database, int count, progress_function handler, void *context),        \
           (database, count, handler, context))                                                                      \
  FUNCTION(const char *, errmsg, (sqlite3 * database), (database))                                                   \
  FUNCTION(int, get_autocommit, (sqlite3 * database), (database))                                                    \
  FUNCTION(int64_t, last_insert_rowid, (sqlite3 * database), (database))                                             \
  FUNCTION(int, prepare_v3,                                                                                          \
           (sqlite3 * database, const char *sql, int length, unsigned flags, sqlite3_stmt **statement,               \
            const char **tail),                                                                                      \
           (database, sql, length, flags, statement, tail))                                                          \
  FUNCTION(int, bind_int64, (sqlite3_stmt * statement, int parameter, int64_t value), (statement, parameter, value)) \
  FUNCTION(int, step, (sqlite3_stmt * statement), (statement))                                                       \
  FUNCTION(int, reset, (sqlite3_stmt * statement), (statement))                                                      \
  FUNCTION(int, finalize, (sqlite3_stmt * statement), (statement))                                                   \
  FUNCTION(int, column_type, (sqlite3_stmt * statement, int column), (statement, column))                            \
  FUNCTION(int64_t, column_int64, (sqlite3_stmt * statement, int column), (statement, column))                       \
  FUNCTION(const unsigned char *, column_text, (sqlite3_stmt * statement, int column), (statement, column))          \
  FUNCTION(const void *, column_blob, (sqlite3_stmt * statement, int column), (statement, column))                   \
  FUNCTION(int, column_bytes, (sqlite3_stmt * statement, int column), (statement, column))                           \
  FUNCTION(sqlite3_backup *, backup_init,                                                                            \
           (sqlite3 * destination, const char *destination_name, sqlite3 *source, const char *source_name),          \
           (destination, destination_name, source, source_name))                                                     \
  FUNCTION(int, backup_step, (sqlite3_backup * backup, int pages), (backup, pages))                                  \
  FUNCTION(int, backup_finish, (sqlite3_backup * backup), (backup))

#define FUNCTION(result, name, parameters, arguments) \
  static result(*name) parameters;                    \
  result csqlite_##name parameters { return name arguments; }
FUNCTIONS
#undef FUNCTION

static int (*bind_text)(sqlite3_stmt *, int, const char *, int, destructor);
static int (*bind_blob)(sqlite3_stmt *, int, const void *, int, destructor);

// The address with which SQLite is asked to copy a value.
static const destructor transient = (destructor)-1;

int csqlite_bind_text(sqlite3_stmt *statement, int parameter, const char *text, int length) {
  return bind_text(statement, parameter, text, length, transient);
}

int csqlite_bind_blob(sqlite3_stmt *statement, int parameter, const void *bytes, int length) {
  return bind_blob(statement, parameter, bytes, length, transient);
}

static char failure[512];
static int is_loaded = 0;

static void load(void) {
  const cloader_symbol symbols[] = {
#define FUNCTION(result, name, parameters, arguments) {"sqlite3_" #name, &name},
      FUNCTIONS
#undef FUNCTION
      {"sqlite3_bind_text", &bind_text},
      {"sqlite3_bind_blob", &bind_blob},
  };
  const size_t count = sizeof symbols / sizeof symbols[0];
  is_loaded = cloader_open(library_names, symbols, count, "", failure, sizeof failure) != NULL;
}

const char *csqlite_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded ? NULL : failure;
}
