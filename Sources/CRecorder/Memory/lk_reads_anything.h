#ifndef LK_READS_ANYTHING_H
#define LK_READS_ANYTHING_H

/// Marks a function that reads memory of any kind, such as stacks that other threads change. The
/// sanitizers do not check the reads of the function itself; they check those of functions that it
/// calls.
#if defined(__has_attribute)
#if __has_attribute(no_sanitize)
#define LK_READS_ANYTHING __attribute__((no_sanitize("address", "thread")))
#endif
#endif
#if !defined(LK_READS_ANYTHING)
#define LK_READS_ANYTHING
#endif

#endif
