#ifndef LK_REPORT_FILE_H
#define LK_REPORT_FILE_H

#include "lk_copy.h"

#include <stddef.h>

// Files that a process leaves for the command that started it. These functions do not allocate.
// Except in `lk_write_report`, `path` is the path of the process's report.

/// Writes a file; returns 0 or an error number. The file has another name until it is complete.
int lk_write_report(const char *path, const void *bytes, size_t length);

/// The start of a file that contains the reason why there is no report.
#define LK_FAILURE_PREFIX "error: "

/// Returns the path of this process's report in a folder, in memory that the next call overwrites;
/// NULL if it is too long.
const char *lk_report_path(const char *folder);

/// Writes the path of the program that this process runs to a file beside the report.
void lk_note_program(const char *path);

/// Creates an empty file beside the report to mark that the analysis has begun.
void lk_mark_analysis(const char *path);

/// Writes the reason why there is no report to the report's path; returns 0 or an error number.
int lk_write_reason(const char *path, const char *reason);

/// Writes the path of the program to a file beside the report, and the reason why there will be no
/// report to the report's path; returns 0 or an error number.
///
/// Makes only those system calls that every program needs to start, because a filter may end the
/// process at any other call.
///
/// The file has its final name before it is complete.
int lk_write_refusal(const char *path, const char *reason);

/// Writes the reason why an analysis left no report; returns 0 or an error number.
int lk_write_analysis_failure(const char *path, lk_analysis_result result, int seconds);

#endif
