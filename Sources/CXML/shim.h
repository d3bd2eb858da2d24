#ifndef PULSEWATT_CXML_SHIM_H
#define PULSEWATT_CXML_SHIM_H

#include <libxml/xmlversion.h>
/* Debian builds libxml2 with ICU, whose headers clash with Foundation's own ICU; nothing here needs them. */
#undef LIBXML_ICU_ENABLED
#include <libxml/xmlreader.h>

/* xmlFree is a variable that holds a function, which Swift takes for shared state. */
static inline void pulsewatt_xml_free(void *memory) {
    xmlFree(memory);
}

#endif
