// The part of SQLite's C interface that the project uses, declared here, because the library's headers may be missing.
//
// The library is loaded when it is first needed and not linked, so that a program starts without it, and can explain
// that it is missing. Each function csqlite_name calls sqlite3_name. It may be called only after csqlite_load has
// returned null.

#ifndef CSQLITE_H
#define CSQLITE_H

#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
typedef struct sqlite3_backup sqlite3_backup;

/// Loads the library once. Returns null, or the reason why it is missing or lacks a function.
///
/// The text lives as long as the process.
const char *_Nullable csqlite_load(void);

int csqlite_libversion_number(void);
const char *csqlite_errstr(int code);

int csqlite_open_v2(const char *path, sqlite3 *_Nullable *_Nonnull database, int flags, const char *_Nullable vfs);
int csqlite_close_v2(sqlite3 *database);
int csqlite_extended_result_codes(sqlite3 *database, int on);
int csqlite_busy_timeout(sqlite3 *database, int milliseconds);
void csqlite_progress_handler(
    sqlite3 *database, int instructions, int (*_Nullable handler)(void *_Nullable), void *_Nullable context);
const char *csqlite_errmsg(sqlite3 *database);
int csqlite_get_autocommit(sqlite3 *database);
int64_t csqlite_last_insert_rowid(sqlite3 *database);

int csqlite_prepare_v3(
    sqlite3 *database, const char *sql, int length, unsigned flags, sqlite3_stmt *_Nullable *_Nonnull statement,
    const char *_Nullable *_Nullable tail);
int csqlite_bind_int64(sqlite3_stmt *statement, int parameter, int64_t value);
/// Binds a copy of a text.
int csqlite_bind_text(sqlite3_stmt *statement, int parameter, const char *text, int length);
/// Binds a copy of bytes.
int csqlite_bind_blob(sqlite3_stmt *statement, int parameter, const void *bytes, int length);
int csqlite_step(sqlite3_stmt *statement);
int csqlite_reset(sqlite3_stmt *statement);
int csqlite_finalize(sqlite3_stmt *statement);

int csqlite_column_type(sqlite3_stmt *statement, int column);
int64_t csqlite_column_int64(sqlite3_stmt *statement, int column);
const unsigned char *_Nullable csqlite_column_text(sqlite3_stmt *statement, int column);
const void *_Nullable csqlite_column_blob(sqlite3_stmt *statement, int column);
int csqlite_column_bytes(sqlite3_stmt *statement, int column);

sqlite3_backup *_Nullable csqlite_backup_init(
    sqlite3 *destination, const char *destination_name, sqlite3 *source, const char *source_name);
int csqlite_backup_step(sqlite3_backup *backup, int pages);
int csqlite_backup_finish(sqlite3_backup *backup);

#pragma clang assume_nonnull end

#endif
