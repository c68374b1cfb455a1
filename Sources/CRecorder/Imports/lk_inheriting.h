#ifndef LK_INHERITING_H
#define LK_INHERITING_H

/// Makes each thread that is created from now on belong to the scope of the code that creates it,
/// except for the threads of libdispatch.
void lk_threads_inherit_scopes(void);

/// Makes each block that is passed to libdispatch from now on belong to the scope of the code that
/// passes it.
void lk_blocks_inherit_scopes(void);

#endif
