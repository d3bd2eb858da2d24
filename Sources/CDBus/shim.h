#ifndef PULSEWATT_CDBUS_SHIM_H
#define PULSEWATT_CDBUS_SHIM_H

#include <dbus/dbus.h>

#endif
