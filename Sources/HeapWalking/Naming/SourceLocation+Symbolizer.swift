package import OwnershipGraph

extension SourceLocation {
  /// Reads `/path/App/FeedViewModel.swift:41` as `llvm-symbolizer` says it, with the file's
  /// name only; `nil` where it knows no line.
  package init?(symbolizer answer: some StringProtocol) {
    let place = String(answer.prefix { $0 != " " })
    guard let colon = place.lastIndex(of: ":"),
      let line = Int(place[place.index(after: colon)...]), line > 0
    else { return nil }
    let file = place[..<colon].split(separator: "/").last.map(String.init) ?? ""
    guard !file.isEmpty, !file.hasPrefix("<"), file != "??" else { return nil }
    self.init(file: file, line: line)
  }
}
