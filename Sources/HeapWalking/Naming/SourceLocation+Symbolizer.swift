package import OwnershipGraph

extension SourceLocation {
  /// Reads `/path/Sources/App/FeedViewModel.swift:41` as `llvm-symbolizer` prints it, with the
  /// file's path below its repository or package; `nil` where it knows no line.
  package init?(symbolizer answer: some StringProtocol) {
    // A discriminator may follow; a path may have spaces.
    let end = answer.range(of: " (discriminator")?.lowerBound ?? answer.endIndex
    let place = String(answer[..<end])
    guard let colon = place.lastIndex(of: ":"),
      let line = Int(place[place.index(after: colon)...]), line > 0
    else { return nil }
    let path = String(place[..<colon])
    let name = path.split(separator: "/").last ?? ""
    guard !name.isEmpty, !name.hasPrefix("<"), name != "??" else { return nil }
    self.init(file: SourcePath.relative(path), line: line)
  }
}
