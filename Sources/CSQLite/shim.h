#ifndef PULSEWATT_CSQLITE_SHIM_H
#define PULSEWATT_CSQLITE_SHIM_H

#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast in a macro, which Swift does not import: SQLite copies what is bound. */
static inline sqlite3_destructor_type pulsewatt_sqlite3_transient(void) {
    return SQLITE_TRANSIENT;
}

/* sqlite3_db_config is variadic, which Swift does not import: whether closing leaves the write-ahead log as it is. */
static inline void pulsewatt_sqlite3_keep_log(sqlite3 *database, int keeps) {
    sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps, (int *)0);
}

#endif
