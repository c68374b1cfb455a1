import Findings
import OwnershipGraph

/// Rules for a report's values that decoding does not check.
enum ReportValidation {
  /// Checks a report.
  ///
  /// - Throws: ``ReportDamage`` for the first value that breaks a rule.
  static func check(_ report: LeakReport) throws(ReportDamage) {
    for finding in report.findings { try check(finding.fingerprint) }
    for cell in report.cells { for name in cell.findings { try check(name) } }
    for mutant in report.mutants { for name in mutant.fingerprints { try check(name) } }
    if let shard = report.shard, shard.count < 1 || !(1...shard.count).contains(shard.index) {
      throw ReportDamage("shard index \(shard.index) is out of range for \(shard.count) shards")
    }
  }

  private static func check(_ fingerprint: String) throws(ReportDamage) {
    guard Fingerprint.isWellFormed(fingerprint) else {
      throw ReportDamage("'\(fingerprint)' is not a fingerprint")
    }
  }
}
