#ifndef LK_CALL_FRAMES_H
#define LK_CALL_FRAMES_H

#include "lk_frame_rules.h"

/// Returns the unwinding rule for the instruction at `address`, according to the tables at `index`
/// (an image's `.eh_frame_hdr`); ``lk_unknown_rule`` if they contain no such rule.
///
/// Source: the call frame information of DWARF 5, section 6.4, and the format of .eh_frame and
/// .eh_frame_hdr in the Linux Standard Base.
lk_frame_rule lk_call_frame_rule(const uint8_t *index, uintptr_t address);

/// Returns the end of the last function at or before `address` that the tables at `index` describe;
/// 0 if there is none.
uintptr_t lk_end_of_described(const uint8_t *index, uintptr_t address);

#endif
