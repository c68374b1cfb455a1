#ifndef LK_FILTER_QUESTION_H
#define LK_FILTER_QUESTION_H

#include <stdbool.h>
#include <sys/types.h>

// Questions that a program asks its supervisor (see lk_supervisor.h) about system call filters
// (seccomp).
//
// A program can install a filter with its own system call instruction, which the recorder does not
// detect. From then on, the filter may end the program at any system call that the recorder makes.
// Therefore the recorder asks the supervisor through shared memory, which requires no system call,
// and the supervisor reads the number of filters in /proc.

/// Creates the memory for questions, as a file in `folder`. The supervisor calls this before it
/// starts the program. Returns false if the file cannot be created; in that case, no question is
/// answered.
bool lk_open_filter_questions(const char *folder);

/// Answers the pending questions. Calls `found` for each question about a process that has
/// undetected filters. The supervisor calls this.
void lk_answer_filter_questions(void (*found)(pid_t process));

/// Maps the memory for questions, a file in `folder`, into this process. The recorder calls this
/// before the program starts.
void lk_join_filter_questions(const char *folder);

/// Asks the supervisor whether a thread of `process` has more filters than `detected`.
///
/// Returns false if there is no supervisor, if the supervisor does not answer within about a
/// second, or if all processes together have already asked 256 questions. Makes no system call.
bool lk_has_more_filters(pid_t process, int detected);

#endif
