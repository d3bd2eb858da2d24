#ifndef PULSEWATT_CDBUS_SHIM_H
#define PULSEWATT_CDBUS_SHIM_H

#include <dbus/dbus.h>

// Casting macros, which Swift does not import.
static const int cdbus_timeout_infinite = DBUS_TIMEOUT_INFINITE;

#endif
