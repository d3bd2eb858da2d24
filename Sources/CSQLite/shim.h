#ifndef PULSEWATT_CSQLITE_SHIM_H
#define PULSEWATT_CSQLITE_SHIM_H

#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast in a macro, which Swift does not import: SQLite copies what is bound. */
static inline sqlite3_destructor_type pulsewatt_sqlite3_transient(void) {
    return SQLITE_TRANSIENT;
}

#endif
