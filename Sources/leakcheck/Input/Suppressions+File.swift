import Findings
import OwnershipGraph

extension Suppressions {
  /// The maximum size of a file of suppressions, in bytes.
  private static let maxFileSize = 1 << 20

  /// Adds patterns from the command line.
  mutating func add(_ patterns: [String]) throws(CommandError) {
    for pattern in patterns {
      do throws(SuppressionError) {
        try add(pattern)
      } catch {
        throw CommandError("--suppress '\(pattern)': \(error)")
      }
    }
  }

  /// Returns the patterns that apply to none of the given findings.
  static func unused(_ patterns: [String], by findings: [Finding]) -> [String] {
    patterns.filter { pattern in
      var suppressions = Suppressions()
      guard (try? suppressions.add(pattern)) != nil else { return false }
      return !findings.contains(where: suppressions.applies(to:))
    }
  }

  /// Adds the patterns in a file.
  mutating func read(fileAt path: String) throws(CommandError) {
    let bytes = try InputFile.bytes(at: path, as: "suppressions", limit: Self.maxFileSize)
    do throws(SuppressionError) {
      try add(file: bytes)
    } catch {
      throw CommandError("the suppressions '\(path)' cannot be used: \(error)")
    }
  }
}
