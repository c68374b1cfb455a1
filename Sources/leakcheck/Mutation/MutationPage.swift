import Findings

/// The score of generated mutants as a page of Markdown.
struct MutationPage {
  var score: MutationScore
  var accuracy: RankingAccuracy

  /// The text of the page: the score of each file, then the mutants that no cell caught.
  var text: String {
    var lines = [
      "# Generated mutants", "", "Mutation score: **\(score.summary)**.", "",
      "Accuracy: \(accuracy.summary).", "",
      "| file | mutants | caught | explained | open |", "| --- | --: | --: | --: | --: |",
    ]
    for file in score.files {
      let open = file.mutants - file.caught - file.explained
      lines.append(
        "| `\(file.name)` | \(file.mutants) | \(file.caught) | \(file.explained) | \(open) |")
    }
    if !score.survivors.isEmpty {
      lines += ["", "## Survivors", "", "| mutant | source | reason |", "| --- | --- | --- |"]
      for survivor in score.survivors {
        let text = survivor.sourceText.replacing("|", with: "\\|").replacing("`", with: "'")
        let reason = survivor.reason ?? "open"
        lines.append("| `\(survivor.name)` | `\(text)` | \(reason) |")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
