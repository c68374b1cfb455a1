package import OwnershipGraph

extension SourceLocation {
  /// Parses a location printed by `llvm-symbolizer`, such as
  /// `/path/Sources/App/FeedViewModel.swift:41`. The file's path becomes relative to its repository
  /// or package. Returns `nil` if the line is unknown, or if a macro generated the code.
  package init?(symbolizer answer: some StringProtocol) {
    // A discriminator may follow the line. The path may contain spaces.
    let end = answer.range(of: " (discriminator")?.lowerBound ?? answer.endIndex
    let location = String(answer[..<end])
    guard let colon = location.lastIndex(of: ":"),
      let line = Int(location[location.index(after: colon)...]), line > 0
    else { return nil }
    let path = String(location[..<colon])
    let name = path.split(separator: "/").last ?? ""
    // Code that a macro generated is in a file that exists only in the compiler.
    guard !name.isEmpty, !name.hasPrefix("<"), !name.hasPrefix("@__swiftmacro"), name != "??"
    else { return nil }
    self.init(file: SourcePath.relative(path), line: line)
  }
}
