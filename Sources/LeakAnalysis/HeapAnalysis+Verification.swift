package import Findings
package import HeapWalking

extension HeapAnalysis {
  /// Tries the suggested breaks of findings in forked processes, and returns the findings with the
  /// outcomes. Findings that are consequences of other findings are left out; see
  /// ``BreakVerification``.
  ///
  /// - Important: Call this only in a process that was forked for the analysis.
  package func verified(_ findings: [Finding], by engine: BreakExecution) -> [Finding] {
    BreakVerification(in: leaked)
      .verifiedCauses(
        findings, targets: findings.map { targets[$0.fingerprint] },
        occurrences: findings.map { occurrences[$0.fingerprint] ?? [] }, by: engine)
  }
}
