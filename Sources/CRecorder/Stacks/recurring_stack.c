#include "lk_recurring_stack.h"

#include "lk_thread_calls.h"

#include <string.h>

void lk_keep_recurring(
  lk_recurring_stack *kept, const lk_thread_calls *own, const lk_position *at, uint32_t number,
  size_t limit) {
  const lk_call *further = own->innermost - own->calls > (ptrdiff_t)limit ? own->innermost - limit
                                                                         : own->calls;
  // The words of the innermost call are omitted, because its return address is stored in `code`.
  const uint32_t first = further->words_end, end = own->innermost[-1].words_end;
  const bool has_room = end - first <= lk_max_recurring_words;
  kept->code = at->code;
  kept->stack = at->stack;
  kept->inverted_frame = ~at->frame;
  kept->uses_frame = own->innermost->uses_frame;
  kept->number = has_room ? number : 0;
  kept->word_count = has_room ? end - first : 0;
  memcpy(kept->words, own->words + first, kept->word_count * sizeof *kept->words);
}
