package import Findings
package import HeapWalking

extension HeapAnalysis {
  /// Returns findings of this analysis with the outcomes of executing their breaks, without those
  /// that are consequences of others; see ``BreakVerification``.
  ///
  /// - Important: Call this only in a forked process that exists for the analysis.
  package func verified(_ findings: [Finding], by engine: BreakExecution) -> [Finding] {
    BreakVerification(in: leaked)
      .verifiedCauses(
        findings, targets: findings.map { targets[$0.fingerprint] },
        occurrences: findings.map { occurrences[$0.fingerprint] ?? [] }, by: engine)
  }
}
