#ifndef LK_REPORT_FILE_H
#define LK_REPORT_FILE_H

#include "lk_copy.h"

#include <stddef.h>

// What a process leaves for the command that started it. Nothing here allocates; descriptors are
// opened, written and closed.

/// Writes a file; returns 0 or an error number. Until it is complete it has another name.
int lk_write_report(const char *path, const void *bytes, size_t length);

/// What a reason begins with, in place of a report.
#define LK_FAILURE_PREFIX "error: "

/// The path of this process's report in a folder, in memory that the next call overwrites; NULL
/// where it is too long.
const char *lk_report_path(const char *folder);

/// Leaves the path of the program that this process runs beside its report.
void lk_note_program(const char *path);

/// Marks, with an empty file beside the report's, that the report is being made.
void lk_mark_analysis(const char *path);

/// Writes the reason why there is no report, in the same place; returns 0 or an error number.
int lk_write_reason(const char *path, const char *reason);

/// Writes the reason why there will be no report, where a filter of system calls may end the process
/// at a call that it did not need to start; returns 0 or an error number.
///
/// The file is never empty once it is written, but may be seen before.
int lk_write_refusal(const char *path, const char *reason);

/// Writes why an analysis left no report; returns 0 or an error number.
int lk_write_analysis_failure(const char *path, lk_analysis_result result, int seconds);

#endif
