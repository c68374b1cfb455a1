/// A library that records a program's allocations, stops its threads, and forks the process that
/// analyzes the program.
///
/// It is written in C because most of its code runs inside the program's allocator, in signal
/// handlers, or in a forked process that has no usable allocator yet. Swift code must not run
/// there.

#pragma once

// Recording: each allocated block, its kind, and the scope or call stack in which it was allocated.
#include "lk_allocation_counter.h"
#include "lk_allocation_recorder.h"
#include "lk_allocation_stack.h"
#include "lk_allocation_table.h"
#include "lk_opened_libraries.h"
#include "lk_program_file.h"
#include "lk_program_runtime.h"
#include "lk_scope.h"
#include "lk_swift_libraries.h"
#include "lk_usable_bytes.h"

// Memory: allocating tables for the analysis, and reading memory that may be unmapped.
#include "lk_address_words.h"
#include "lk_analysis_claim.h"
#include "lk_analysis_crash.h"
#include "lk_guard_pages.h"
#include "lk_readable.h"
#include "lk_tables.h"

// Threads: noticing the program's end, stopping its threads, and forking the process that analyzes
// the program.
#include "lk_child.h"
#include "lk_dispatch_main.h"
#include "lk_ended_threads.h"
#include "lk_filter_count.h"
#include "lk_fork.h"
#include "lk_program_crash.h"
#include "lk_program_end.h"
#include "lk_program_filters.h"
#include "lk_program_limits.h"
#include "lk_program_note.h"
#include "lk_program_threads.h"
#include "lk_report_file.h"
#include "lk_spawn.h"
#include "lk_stop_threads.h"
#include "lk_thread_locals.h"
#include "lk_thread_registers.h"
#include "lk_waiting_thread.h"

// Execution: trying a suggested break, that is, removing references, in a forked process.
#include "lk_break_trial.h"

// Supervision: the process between the command and the analyzed program, the process that removes
// the command's temporary folder, and a test of the system call filters (seccomp) that the command
// and the processes it starts inherit.
#include "lk_filter_question.h"
#include "lk_filter_trial.h"
#include "lk_guarded_folder.h"
#include "lk_supervisor.h"
