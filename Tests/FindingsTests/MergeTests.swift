import Findings
import OwnershipGraph
import Testing

@Suite struct MergeTests {
  /// Returns the report of a run of some matrix cells. If the number of a cell is a multiple of
  /// three, the cell leaks and has one of two findings.
  private func run(cells numbers: [Int], shard: Shard? = nil, reproduce: String = "leakcheck run")
    -> LeakReport
  {
    var cells: [CellReport] = []
    var findings: [Finding] = []
    for number in numbers {
      let leaks = number.isMultiple(of: 3)
      let fingerprint = "v1:\(number % 2)"
      cells.append(
        CellReport(
          id: "cell-\(number)", source: "s", operator: "o", ending: "none", timing: "\(number)",
          expectation: .clean, verdict: leaks ? .fail : .pass,
          resources: .init(before: 0, subscribed: 1, ended: 0, released: 0),
          findings: leaks ? [fingerprint] : []))
      guard leaks else { continue }
      if let index = findings.firstIndex(where: { $0.fingerprint == fingerprint }) {
        findings[index].cells.append("cell-\(number)")
      } else {
        findings.append(
          Finding(
            fingerprint: fingerprint, rule: .retainCycle, confidence: .proven,
            graph: ObjectGraph(nodes: [.init(id: "A#\(number)", type: "A", role: .cycle)]),
            cells: ["cell-\(number)"]))
      }
    }
    var coverage = Coverage()
    coverage.typedBytes = 10 * numbers.count
    let failed = cells.count { $0.verdict == .fail }
    return LeakReport(
      tool: .init(version: "1"),
      summary: .init(
        verdict: failed > 0 ? .leaking : cells.isEmpty ? .inconclusive : .clean,
        cells: cells.count, unexpectedCycles: findings.count, controlsSeen: 0, controlsExpected: 0,
        inconclusiveCells: 0, failedCells: failed),
      coverage: coverage, cells: cells, findings: findings, reproduce: reproduce, shard: shard)
  }

  private func shards(_ count: Int, of total: Int) -> [LeakReport] {
    let all = Array(0..<total)
    return (1...count).map { index in
      let shard = Shard(index: index, count: count, of: all.map { "cell-\($0)" })
      return run(cells: shard.share(of: all), shard: shard)
    }
  }

  @Test(arguments: [(1, 7), (2, 7), (3, 20), (4, 3), (5, 100), (2, 0)])
  func mergedShardsEqualOneRun(count: Int, total: Int) throws {
    let merged = try LeakReport(merging: shards(count, of: total))
    #expect(merged == run(cells: Array(0..<total)))
    // The order of the shards must not matter.
    #expect(try LeakReport(merging: shards(count, of: total).reversed()) == merged)
  }

  @Test func everyCellIsInExactlyOneShard() {
    let shards = (1...3).map { Shard(index: $0, count: 3, of: []).share(of: Array(0..<11)) }
    #expect(shards == [[0, 3, 6, 9], [1, 4, 7, 10], [2, 5, 8]])
  }

  @Test func rejectsIncompleteOrMismatchedShards() {
    let good = shards(3, of: 10)
    func error(_ reports: [LeakReport]) -> ShardError? {
      do throws(ShardError) {
        _ = try LeakReport(merging: reports)
        return nil
      } catch { return error }
    }
    #expect(error([]) == ShardError.none)
    #expect(error([run(cells: [1])]) == .notAShard(position: 1))
    #expect(error([good[0], run(cells: [1]), good[2]]) == .notAShard(position: 2))
    #expect(error([good[0], good[1]]) == .missing(index: 3, count: 3))
    #expect(error([good[0], good[1], good[1]]) == .twice(index: 2))
    #expect(
      error([good[0], good[1], shards(2, of: 10)[1]])
        == .otherCount(position: 3, count: 2, expected: 3))
    #expect(error([good[0], good[1], shards(3, of: 11)[2]]) == .otherRun(position: 3))
    var other = good[2]
    other.tool.version = "2"
    #expect(error([good[0], good[1], other]) == .otherTool(position: 3))
    other = good[2]
    other.reproduce = "leakcheck run --mutant x"
    #expect(error([good[0], good[1], other]) == .otherRun(position: 3))
    other = good[2]
    other.cells.removeLast()
    #expect(error([good[0], good[1], other]) == .incomplete(position: 3))
  }

  @Test func anInconclusiveShardMakesTheMergedReportInconclusive() throws {
    var parts = [1, 2].map { number in
      run(cells: [number], shard: Shard(index: number, count: 2, of: ["cell-1", "cell-2"]))
    }
    #expect(try LeakReport(merging: parts).summary.verdict == .clean)
    parts[1].summary.verdict = .inconclusive
    #expect(try LeakReport(merging: parts).summary.verdict == .inconclusive)
  }

  @Test func aLeakOutranksAnInconclusiveShardAndEmptyShardsAreIgnored() throws {
    var parts = shards(2, of: 3)
    // Only one of the three cells is in the second shard, and it passes.
    #expect(parts[1].summary.verdict == .clean)
    parts[1].summary.verdict = .inconclusive
    #expect(try LeakReport(merging: parts).summary.verdict == .leaking)
    parts = [
      run(cells: [1], shard: Shard(index: 1, count: 2, of: ["cell-1"])),
      run(cells: [], shard: Shard(index: 2, count: 2, of: ["cell-1"])),
    ]
    #expect(try LeakReport(merging: parts).summary.verdict == .clean)
  }
}
