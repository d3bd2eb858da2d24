#ifndef PULSEWATT_CGETOPT_SHIM_H
#define PULSEWATT_CGETOPT_SHIM_H

#include <getopt.h>

#endif
