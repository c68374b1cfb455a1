#ifndef LK_ANALYSIS_CLAIM_H
#define LK_ANALYSIS_CLAIM_H

#include <stdbool.h>

/// Claims the right to analyze the program. Two analyses must not run at the same time, because
/// each stops the program's threads. If another thread is analyzing the program, this function
/// waits until that analysis is over.
///
/// Takes no lock, and may be called in a signal handler. Returns false if the calling thread
/// already holds the claim, because a signal has interrupted its analysis. Otherwise, the caller
/// must call ``lk_release_analysis()``.
///
/// - `is_final`: A Boolean value indicating whether the program ends after the analysis.
bool lk_claim_analysis(bool is_final);

/// Returns whether the calling thread holds the claim.
bool lk_is_analyzing(void);

/// Releases the claim of the calling thread.
void lk_release_analysis(void);

/// If another thread has begun the final analysis, waits until that analysis is over, and then one
/// more second for the end of the program.
///
/// A thread calls this before it ends the program. Without the wait, a thread whose sleep the stop
/// signal has interrupted could end the program with another status than in an unexamined run.
void lk_wait_for_final_analysis(void);

/// Forgets the claims of the process that forked this one.
void lk_forget_claims(void);

#endif
