import Foundation

/// Runs every operator with every ending under `leakcheck exec`, each in a separate process. Prints
/// a table with the numbers of findings, followed by the findings. Each finding is printed with the
/// operators and endings that cause it.
///
/// - Parameter leakcheck: The `leakcheck` command.
func printLeaks(leakcheck: URL) throws {
  printRow("operator", Ending.allCases.map(\.rawValue))
  var traces: [String: [String]] = [:]
  for cell in LeakCell.all {
    let found = try Ending.allCases.map { ending -> String in
      let titles = try findings(of: cell.name, ending, leakcheck: leakcheck)
      for title in titles { traces[title, default: []].append("\(cell.name), \(ending)") }
      return titles.isEmpty ? "-" : String(titles.count)
    }
    printRow(cell.name, found)
  }
  for (trace, locations) in traces.sorted(by: { $0.key < $1.key }) {
    print("\n\(trace)\n  in: \(locations.joined(separator: "; "))")
  }
}

private func printRow(_ name: String, _ fields: [String]) {
  print(
    name.padding(toLength: 26, withPad: " ", startingAt: 0)
      + fields.map { $0.padding(toLength: 11, withPad: " ", startingAt: 0) }.joined())
}

/// The parts of a report that the table needs.
private struct Report: Decodable {
  struct Node: Decodable {
    var type: String
    var role: String
  }
  struct Finding: Decodable {
    var rule: String
    var nodes: [Node]
  }
  var findings: [Finding]
}

/// Returns the findings of one run. Each is described by its rule and the types of its members.
private func findings(of name: String, _ ending: Ending, leakcheck: URL) throws -> [String] {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  defer { try? FileManager.default.removeItem(at: folder) }
  let process = Process()
  process.executableURL = leakcheck
  process.arguments = [
    "exec", "--format", "json", "--output", folder.path, "--fail-on", "none", "--quiet", "--",
    CommandLine.arguments[0], "leak", name, ending.rawValue,
  ]
  process.standardError = FileHandle.nullDevice
  try process.run()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else {
    throw LeakCheckFailure(cell: "\(name), \(ending)", status: process.terminationStatus)
  }
  let data = try Data(contentsOf: folder.appending(path: "leakcheck.json"))
  return try JSONDecoder().decode(Report.self, from: data).findings.map { finding in
    let members = finding.nodes.filter { $0.role == "cycle" }.map(\.type).sorted()
    return "\(finding.rule): \(members.joined(separator: ", "))"
  }
}

/// An error for a run without a result.
private struct LeakCheckFailure: Error {
  var cell: String
  var status: Int32
}
