/// Memory that is freed before recording begins.
///
/// The recorder does not know this memory, so the search for references examines it until the
/// program uses it. It must not contain addresses: the memory at these addresses may have been
/// freed as well, and may belong to an object of the program by the time of the search.

#pragma once

/// Makes the allocator overwrite the memory that is freed from now on.
void lk_begin_overwriting_freed_memory(void);

/// Ends what ``lk_begin_overwriting_freed_memory`` began, and clears the small blocks that the
/// allocator keeps for the calling thread and did not overwrite.
void lk_end_overwriting_freed_memory(void);
