extension SequenceDiagram {
  /// The diagram in Mermaid, in a fenced Markdown code block.
  var mermaid: [String] {
    var lines = ["```mermaid", "sequenceDiagram"]
    for (index, name) in participants.enumerated() {
      lines.append("  participant p\(index) as \(Escaping.mermaid(name))")
    }
    var isOpen = false
    for step in steps {
      switch step {
      case .note(let text):
        lines.append("  Note over p0,p\(participants.count - 1): \(Escaping.mermaid(text))")
      case .allocation(let index, _): lines.append("  p0->>p\(index): allocates")
      case .reference(let from, let to, let label):
        lines.append("  p\(from)->>p\(to): \(text(label))")
      case .cut(let from, let to, let label):
        lines.append("  p\(from)--xp\(to): cuts \(text(label))")
      case .alternative(let ending):
        lines.append("  \(isOpen ? "else" : "alt") \(Escaping.mermaid(ending))")
        isOpen = true
      case .end: lines.append("  end")
      }
    }
    return lines + ["```"]
  }

  private func text(_ label: String) -> String {
    label.isEmpty ? "refers to" : Escaping.mermaid(String(label.prefix(60)))
  }
}
