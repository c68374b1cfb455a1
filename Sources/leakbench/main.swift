import Foundation

/// The benchmarks by name; each prints its own lines.
let benchmarks: [(name: String, run: () throws -> Void)] = [
  ("graph", runGraphBenchmarks)
]

let wanted = CommandLine.arguments.dropFirst()
let unknown = wanted.filter { name in !benchmarks.contains { $0.name == name } }
guard unknown.isEmpty else {
  printError(
    "leakbench: no benchmark named \(unknown.joined(separator: ", "));"
      + " there are \(benchmarks.map(\.name).joined(separator: ", "))")
  exit(2)
}
for benchmark in benchmarks where wanted.isEmpty || wanted.contains(benchmark.name) {
  do {
    try benchmark.run()
  } catch {
    printError("leakbench: \(benchmark.name): \(error)")
    exit(1)
  }
}
