extension Prelude {
  /// Returns the declarations that a source mentions, and those that these declarations mention.
  static func needed(by source: String) -> String {
    var rest = declarations
    var needed: [(position: Int, text: String)] = []
    var mentioned = Set(words(of: source))
    while let index = rest.firstIndex(where: { mentioned.contains($0.name) }) {
      let found = rest.remove(at: index)
      needed.append((found.position, found.text))
      mentioned.formUnion(words(of: found.text))
    }
    let modules = ["Dispatch", "Foundation", "Synchronization"].map { "import \($0)\n" }.joined()
    return modules + "\n"
      + needed.sorted { $0.position < $1.position }.map(\.text).joined(separator: "\n") + "\n"
  }

  /// The top-level declarations of the prelude.
  private static var declarations: [(position: Int, name: String, text: String)] {
    var chunks: [[Substring]] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let opens =
        !line.hasPrefix(" ") && !line.hasPrefix("}") && !line.isEmpty
        && chunks.last?.last.map { !$0.hasPrefix("///") && !$0.hasPrefix("@_") } ?? true
      if opens { chunks.append([]) }
      if !line.isEmpty, !chunks.isEmpty { chunks[chunks.count - 1].append(line) }
    }
    let keywords: Set<Substring> = ["func", "struct", "class", "enum", "protocol"]
    return chunks.enumerated().compactMap { position, lines in
      let words = lines.filter { !$0.hasPrefix("///") }.joined(separator: "\n")
        .split(whereSeparator: { " <(:\n".contains($0) })
      guard let keyword = words.firstIndex(where: keywords.contains), keyword + 1 < words.count
      else { return nil }
      return (position, String(words[keyword + 1]), lines.joined(separator: "\n"))
    }
  }

  private static func words(of source: String) -> [String] {
    source.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
  }
}
