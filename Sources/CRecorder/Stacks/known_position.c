#include "lk_known_position.h"

lk_known_position lk_known_positions[1 << lk_known_position_bits];

#define LK_SET(field, value) atomic_store_explicit(&(field), (value), memory_order_relaxed)

void lk_keep_position(
  lk_known_position *slot, const lk_position *at, const lk_walked_words *walked, uint32_t number,
  size_t limit) {
  if (!walked->is_whole) return;
  uint32_t version = LK_RELAXED(slot->version);
  // If another thread, or code that a signal interrupted, is already writing the entry, nothing is
  // stored.
  if ((version & 1) != 0 || !atomic_compare_exchange_strong(&slot->version, &version, version + 1)) {
    return;
  }
  atomic_thread_fence(memory_order_release);
  LK_SET(slot->number, number);
  LK_SET(
    slot->shape, (uint32_t)limit << lk_shape_limit_shift |
                   (walked->uses_frame ? lk_shape_uses_frame : 0) | walked->count);
  LK_SET(slot->code, at->code);
  LK_SET(slot->stack, at->stack);
  LK_SET(slot->inverted_frame, ~at->frame);
  const uintptr_t reach = walked->count == 0 ? 0 : (walked->end - at->stack) / sizeof(uintptr_t);
  LK_SET(slot->offsets[lk_max_known_words], (uint16_t)reach);
  for (size_t index = 0; index < walked->count; index++) {
    LK_SET(slot->offsets[index], walked->offsets[index]);
    LK_SET(slot->words[index], walked->words[index]);
  }
  atomic_store_explicit(&slot->version, version + 2, memory_order_release);
}
