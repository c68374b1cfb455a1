#include "CSwiftRuntime.h"

#include <unistd.h>

int lk_fork(void) { return fork(); }
