#ifndef PRELOAD_EXPORTS_H
#define PRELOAD_EXPORTS_H

// This target contains the parts of libLeakPreload.so that a test bundle must not contain: a
// replacement for dlopen, and the linker settings that hide the library's symbols (exports.map).
// The tests link the target LeakPreload, but not this one.

#endif
