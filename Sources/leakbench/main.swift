import Foundation

/// The benchmarks by name. Each prints its own lines.
let benchmarks: [(name: String, run: () throws -> Void)] = [
  ("streams", runStreamBenchmarks),
  ("graph", runGraphBenchmarks),
  ("walk", runWalkBenchmarks),
  ("exec", runExecBenchmarks),
]

let arguments = CommandLine.arguments.dropFirst()
let wanted = arguments.filter { !$0.hasPrefix("--") }

do {
  if wanted.first == "compare" {
    let files = Array(wanted.dropFirst())
    guard files.count == 2 else { throw UsageError(message: "compare takes two files") }
    try compareStreamBenchmarks(base: files[0], other: files[1])
  } else {
    for name in wanted where !benchmarks.contains(where: { $0.name == name }) {
      let names = benchmarks.map(\.name).joined(separator: ", ")
      throw UsageError(message: "no benchmark named \(name); there are \(names)")
    }
    for benchmark in benchmarks where wanted.isEmpty || wanted.contains(benchmark.name) {
      try benchmark.run()
    }
  }
} catch let error as UsageError {
  FileHandle.standardError.write(Data("leakbench: \(error.message)\n".utf8))
  exit(2)
} catch {
  FileHandle.standardError.write(Data("leakbench: \(error)\n".utf8))
  exit(1)
}

/// The error for an invalid command line, or for a measured command that fails.
struct UsageError: Error {
  let message: String
}
