#include "lk_recurring_stack.h"

#include "lk_thread_calls.h"

#include <string.h>

void lk_keep_recurring(
  lk_recurring_stack *place, const lk_thread_calls *own, const lk_position *at, uint32_t number,
  size_t most) {
  const lk_call *further = own->innermost - own->calls > (ptrdiff_t)most ? own->innermost - most
                                                                         : own->calls;
  // The start is where the innermost call returns to.
  const uint32_t first = further->words_end, end = own->innermost[-1].words_end;
  const bool has_room = end - first <= lk_most_recurring_words;
  place->code = at->code;
  place->stack = at->stack;
  place->inverted_frame = ~at->frame;
  place->uses_frame = own->innermost->uses_frame;
  place->number = has_room ? number : 0;
  place->word_count = has_room ? end - first : 0;
  memcpy(place->words, own->words + first, place->word_count * sizeof *place->words);
}
