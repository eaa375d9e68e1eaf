// The part of libpq that the project uses, declared here, because the library's headers may be missing.
//
// The library is loaded when it is first needed and not linked, so that a program starts without it, and can explain
// that it is missing. Each function cpostgresql_name calls PQname. It may be called only after cpostgresql_load has
// returned null.

#ifndef CPOSTGRESQL_H
#define CPOSTGRESQL_H

#include <stddef.h>

#pragma clang assume_nonnull begin

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;
typedef struct pg_cancel PGcancel;

/// A parameter of a connection.
typedef struct {
  const char *keyword;
  const char *_Nullable environment_variable;
  const char *_Nullable default_value;
  const char *_Nullable value;
  const char *_Nullable label;
  const char *_Nullable display;
  int display_size;
} PGconninfo_option;

/// A notification of the server, whose memory is freed as a whole.
typedef struct {
  const char *channel;
  int server_process;
  const char *payload;
} PGnotify;

/// Loads the library once. Returns null, or the reason why it is missing or lacks a function.
///
/// The text lives as long as the process.
const char *_Nullable cpostgresql_load(void);

int cpostgresql_libVersion(void);

/// Returns the parameters that a text contains, up to one without a keyword, or null if it cannot be parsed.
PGconninfo_option *_Nullable cpostgresql_conninfoParse(
    const char *text, char *_Nullable *_Nullable message);
void cpostgresql_conninfoFree(PGconninfo_option *options);

/// Connects, and discards the notices of the server, which libpq would print.
PGconn *_Nullable cpostgresql_connect(
    const char *_Nullable const *_Nonnull keywords, const char *_Nullable const *_Nonnull values, int expands_database_name);
void cpostgresql_finish(PGconn *connection);
int cpostgresql_status(const PGconn *connection);
int cpostgresql_transactionStatus(const PGconn *connection);
int cpostgresql_serverVersion(const PGconn *connection);
const char *_Nullable cpostgresql_parameterStatus(const PGconn *connection, const char *name);
const char *cpostgresql_errorMessage(const PGconn *connection);

PGresult *_Nullable cpostgresql_exec(PGconn *connection, const char *sql);
PGresult *_Nullable cpostgresql_execParams(
    PGconn *connection, const char *sql, int count, const unsigned *_Nullable types,
    const char *_Nullable const *_Nullable values, const int *_Nullable lengths, const int *_Nullable formats,
    int result_format);
int cpostgresql_putCopyData(PGconn *connection, const char *bytes, int count);
int cpostgresql_putCopyEnd(PGconn *connection, const char *_Nullable failure);
PGresult *_Nullable cpostgresql_getResult(PGconn *connection);

int cpostgresql_resultStatus(const PGresult *_Nullable result);
const char *_Nullable cpostgresql_resultErrorField(const PGresult *result, int field);
const char *cpostgresql_cmdStatus(PGresult *result);
const char *cpostgresql_cmdTuples(PGresult *result);
int cpostgresql_ntuples(const PGresult *result);
const char *cpostgresql_getvalue(const PGresult *result, int row, int column);
int cpostgresql_getlength(const PGresult *result, int row, int column);
int cpostgresql_getisnull(const PGresult *result, int row, int column);
void cpostgresql_clear(PGresult *_Nullable result);

unsigned char *_Nullable cpostgresql_unescapeBytea(const unsigned char *text, size_t *count);
void cpostgresql_freemem(void *_Nullable memory);

int cpostgresql_socket(const PGconn *connection);
/// Reads what has arrived, without waiting. Returns 0 if the connection is lost.
int cpostgresql_consumeInput(PGconn *connection);
/// Returns the next notification that was read, or null.
PGnotify *_Nullable cpostgresql_notifies(PGconn *connection);

PGcancel *_Nullable cpostgresql_getCancel(PGconn *connection);
void cpostgresql_freeCancel(PGcancel *cancel);
/// Asks the server to cancel what a connection is doing. It may be called on any thread.
int cpostgresql_cancel(PGcancel *request, char *message, int size);

#pragma clang assume_nonnull end

#endif
