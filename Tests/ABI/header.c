/* The header by itself, in every language standard; see run.sh. */
#include "shelfcount.h"

extern shelf_status (*header_stands_alone)(shelf_scanner *);
