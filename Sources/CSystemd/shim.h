#ifndef PULSEWATT_CSYSTEMD_SHIM_H
#define PULSEWATT_CSYSTEMD_SHIM_H

#include <systemd/sd-daemon.h>

#endif
