#ifndef LK_REPORT_FILE_H
#define LK_REPORT_FILE_H

#include "lk_child.h"

#include <stddef.h>

// Files that a process leaves for the `leakcheck exec` command. These functions do not allocate.
// Except in `lk_write_report`, `path` is the path of the process's report.

/// Writes a file under a temporary name, and renames it when it is complete; returns 0 or an error
/// number.
int lk_write_report(const char *path, const void *bytes, size_t length);

/// The prefix of a file that contains the reason why there is no report.
#define LK_FAILURE_PREFIX "error: "

/// Returns the path of this process's report in `folder`; NULL if the path is too long. The next
/// call overwrites the string.
const char *lk_report_path(const char *folder);

/// Creates an empty file beside the report to mark that the analysis has begun.
void lk_mark_analysis(const char *path);

/// Creates an empty file beside the report to mark that there will be no report, because the
/// program is a tool of the Swift toolchain or a package manifest.
void lk_mark_tool(const char *path);

/// Writes a file at the report's path with the reason why there is no report; returns 0 or an error
/// number.
int lk_write_reason(const char *path, const char *reason);

/// Writes two files: at the report's path, the reason why there will be no report; and beside it,
/// the note about this process's program (see `lk_note_program`). Returns 0 or an error number.
///
/// Makes only the system calls open, readlink, write and close, which most programs need in any
/// case, because a filter may end the process at any other call. Therefore, each file has its
/// final name before it is complete.
int lk_write_refusal(const char *path, const char *reason);

/// Writes the reason why an analysis left no report; returns 0 or an error number.
///
/// - `seconds`: The time limit of the analysis.
int lk_write_analysis_failure(const char *path, lk_analysis_result result, int seconds);

#endif
