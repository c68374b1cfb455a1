// Prints the mangled names of the functions that were not called according to the coverage data in
// a file. Used by .ci/uncalled-functions.

import Foundation

/// The output of `llvm-cov export`. Other members are ignored.
struct Coverage: Decodable {
  struct Export: Decodable { var functions: [Function] }
  struct Function: Decodable {
    /// The mangled name; for a private function, preceded by the file and a colon.
    var name: String
    var count: Int
    var filenames: [String]
    /// The regions of the source, each of which starts with its first line and column.
    var regions: [[Int]]
  }

  var data: [Export]
}

/// The source position of a function. Specializations of a generic function have the same position.
struct Place: Hashable {
  var file: String
  var line: Int
  var column: Int
}

let file = URL(filePath: CommandLine.arguments[1])
let coverage = try JSONDecoder().decode(Coverage.self, from: Data(contentsOf: file))
var counts: [Place: (count: Int, name: String)] = [:]
for function in coverage.data.flatMap(\.functions) {
  guard let path = function.filenames.first, let region = function.regions.first,
    path.contains("/Sources/Streams/") || path.contains("/Sources/RACDisposables/")
  else { continue }
  let place = Place(file: path, line: region[0], column: region[1])
  let name = function.name.split(separator: ":").last.map(String.init) ?? function.name
  let known = counts[place]
  counts[place] = (function.count + (known?.count ?? 0), min(name, known?.name ?? name))
}
for (count, name) in counts.values where count == 0 { print(name) }
