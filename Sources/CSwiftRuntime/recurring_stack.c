#include "lk_recurring_stack.h"

#include "lk_thread_calls.h"

static void add(lk_recurring_stack *place, uintptr_t address) {
  // One too many says that there is no room.
  const uint32_t index = place->word_count++;
  if (index >= lk_most_recurring_words) return;
  place->words[index].address = address;
  place->words[index].word = *(const uintptr_t *)address;
}

/// Adds the words from which the frame pointers were read that led from one call to another.
static void add_frames(lk_recurring_stack *place, const lk_thread_calls *own, size_t first) {
  const size_t innermost = own->count - 1;
  size_t next = innermost > 0 ? own->details[innermost - 1].next_by_frame : 0;
  while (next > first) {
    for (size_t source = next; source < innermost; source++) {
      if (own->details[source].frame_from == 0) continue;
      add(place, own->details[source].frame_from);
      break;
    }
    next = next > 1 ? own->details[next - 2].next_by_frame : 0;
  }
}

void lk_keep_recurring(lk_recurring_stack *place, const lk_thread_calls *own, uint32_t count) {
  const size_t first = own->count - count;
  const size_t innermost = own->count - 1;
  place->code = own->start.code;
  place->stack = own->start.stack;
  place->inverted_frame = own->start.frame;
  place->uses_frame = own->details[innermost].uses_frame;
  place->word_count = 0;
  // What changes most often comes first.
  for (size_t index = innermost; index > first; index--) {
    add(place, own->calls[index - 1].slot);
  }
  add_frames(place, own, first);
  const bool has_room = place->word_count <= lk_most_recurring_words;
  place->number = has_room ? place->candidate : 0;
}
