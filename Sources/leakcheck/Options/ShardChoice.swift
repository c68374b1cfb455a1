import Foundation
import Findings

/// The shard to run: `--shard 2/8`, or Bazel's environment variables.
struct ShardChoice: Equatable {
  var index: Int
  var count: Int

  /// Parses `2/8`: the second of eight.
  init(parsing text: String) throws(CommandError) {
    guard let match = text.wholeMatch(of: #/([0-9]+)/([0-9]+)/#), let index = Int(match.1),
      let count = Int(match.2), count > 0, (1...count).contains(index)
    else {
      throw CommandError("--shard expects i/n with i from 1 to n, not '\(text)'")
    }
    self.index = index
    self.count = count
  }

  /// Creates the shard from `TEST_TOTAL_SHARDS` and `TEST_SHARD_INDEX`, which is counted from 0;
  /// `nil` if the test is not sharded.
  ///
  /// Bazel requires a test that supports sharding to touch the file that `TEST_SHARD_STATUS_FILE`
  /// names; see ``acknowledge(environment:)``.
  init?(environment: [String: String]) throws(CommandError) {
    guard let total = environment["TEST_TOTAL_SHARDS"], !total.isEmpty else { return nil }
    let text = environment["TEST_SHARD_INDEX"] ?? ""
    guard let count = Int(total), count > 0 else {
      throw CommandError("TEST_TOTAL_SHARDS must be a number above 0, not '\(total)'")
    }
    guard let index = Int(text), (0..<count).contains(index) else {
      throw CommandError(
        "TEST_SHARD_INDEX must be a number from 0 to \(count - 1), not '\(text)'")
    }
    self.index = index + 1
    self.count = count
    Self.acknowledge(environment: environment)
  }

  /// Returns this shard of a run over the matrix cells with the given ids.
  func shard(of cells: [String]) -> Shard { Shard(index: index, count: count, of: cells) }

  private static func acknowledge(environment: [String: String]) {
    guard let path = environment["TEST_SHARD_STATUS_FILE"], !path.isEmpty else { return }
    // Bazel reports the error if the file cannot be created.
    try? Data().write(to: URL(fileURLWithPath: path))
  }
}
