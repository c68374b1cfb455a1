import Findings

/// The self-test: planted mistakes, and whether the matrix caught each of them.
struct MarkdownSelfTest {
  let report: LeakReport

  var lines: [String] {
    guard !report.mutants.isEmpty else { return [] }
    let caught = report.mutants.count { $0.isCaught }
    let score = caught * 100 / report.mutants.count
    var lines = [
      "Each mutant is a mistake planted in a copy of the library. The run passes only if the matrix"
        + " catches all of them.", "",
      "| mutant | mistake | caught | affected endings |", "| --- | --- | --- | --- |",
    ]
    for mutant in report.mutants.sorted(by: { !$0.isCaught && $1.isCaught }) {
      let columns = [
        Escaping.code(mutant.name), Escaping.markdown(mutant.summary),
        mutant.isCaught ? "✓ caught" : missed(mutant),
        mutant.endings.map(Escaping.code).joined(separator: ", "),
      ]
      lines.append("| " + columns.joined(separator: " | ") + " |")
    }
    return MarkdownText.folded(
      "self-test: \(caught) of \(report.mutants.count) planted mistakes caught (\(score) %)", lines)
      + generated
  }

  /// The generated mutants: the score for each file of the library, and every mutant that was not
  /// caught.
  private var generated: [String] {
    guard let score = report.generatedMutants else { return [] }
    var lines = [
      "A generator plants a mistake at each position of the library that determines a lifetime."
        + " This run did not execute these mutants: the numbers assume that exactly those listed in"
        + " `Sources/MutantStreams/Survivors.txt` survive. `make mutants` runs all of them, and"
        + " fails if any other mutant survives.",
      "", "| file | mutants | caught | explained | open |", "| --- | --: | --: | --: | --: |",
    ]
    for file in score.files {
      let counts = [
        file.mutants, file.caught, file.explained, file.mutants - file.caught - file.explained,
      ]
      lines.append("| `\(file.name)` | \(counts.map(String.init).joined(separator: " | ")) |")
    }
    if !score.survivors.isEmpty {
      lines += ["", "| survivor | edited text | reason |", "| --- | --- | --- |"]
      for survivor in score.survivors {
        let reason = survivor.reason.map(Escaping.markdown) ?? "open"
        lines.append(
          "| \(Escaping.code(survivor.name)) | \(Escaping.code(survivor.sourceText)) | \(reason) |")
      }
    }
    return MarkdownText.folded("mutants (not run here): \(score.summary)", lines)
  }

  private func missed(_ mutant: MutantReport) -> String {
    let reason = mutant.reason.isEmpty ? "" : ": " + Escaping.markdown(mutant.reason)
    return "✖ **not caught**" + reason
  }
}
