package import Findings

/// `leakcheck.html`: an interactive report in one file that needs no network.
///
/// The page can be read without its script. The script searches, filters, lists matrix cells,
/// handles keys and shows the path to an object. The content security policy of the page forbids
/// all requests.
package struct HTMLFormat: ReportFormat {
  package let name = "html"

  package var fileOpenings: [String: String] {
    let opening = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src
      """
    return ["leakcheck.html": opening]
  }

  package init() {}

  package func files(for report: LeakReport) -> [OutputFile] {
    [OutputFile(path: "leakcheck.html", contents: Self.page(of: report).markup)]
  }

  /// Returns the whole page. Other functions create its parts.
  private static func page(of report: LeakReport) -> HTML {
    let index = ReportIndex(report)
    let findings = Severity.allCases.reversed().flatMap { report.findings($0) }
    let articles = findings.map { HTMLFinding(finding: $0, index: index).html }
    let matrix = HTMLMatrix(index: index)
    let title = ReportVocabulary.verdict(of: report)
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <link rel="icon" href="data:,">
      <title>leakcheck: \(title)</title>
      <style>\(HTMLStyle.sheet)</style>
      </head>
      <body>
      <header>
      <h1 class="\(headingClass(of: report))"><a href="#">leakcheck: \(title)</a></h1>
      <p class="result">\(ReportVocabulary.result(of: report))\(program(report))</p>
      <div class="tools">
      <input id="search" type="search" placeholder="Search  ( / )" aria-label="Search findings" autocomplete="off">
      <output id="count" aria-live="polite"></output>
      <details id="filters"><summary>Filter</summary>
      \(HTMLFilters(index: index, findings: findings).html)
      <button id="theme" type="button" title="Light or dark ( t )">Light / dark</button>
      <p class="keys"><kbd>/</kbd> search · <kbd>j</kbd> <kbd>k</kbd> next, previous finding · <kbd>Enter</kbd> open or close · <kbd>Esc</kbd> clear · <kbd>t</kbd> light or dark · select an object to show its retain path</p>
      </details>
      </div>
      </header>
      <main>
      <svg class="definitions" width="0" height="0" aria-hidden="true"><defs>\(GraphMarkup.arrowheads)</defs></svg>
      \(matrix.summary)
      <section aria-label="Findings" id="findings">
      <h2>Findings</h2>
      \(articles)
      <p id="none" hidden="hidden">Nothing matches.</p>
      </section>
      \(HTMLCells(index: index).html)
      \(matrix.matrix)
      \(mutants(of: report))
      <section aria-label="How to reproduce">
      <h2>How to reproduce</h2>
      <pre>\(report.reproduce)</pre>
      <p class="note">\(ReportVocabulary.origin(of: report))</p>
      </section>
      </main>
      <script>\(HTMLScript.text)</script>
      </body>
      </html>

      """
  }

  /// Returns the CSS class that determines the color of the page's heading.
  private static func headingClass(of report: LeakReport) -> String {
    let verdict = report.summary.verdict
    return verdict != .clean || report.findings(.warning).isEmpty ? verdict.rawValue : "warning"
  }

  private static func program(_ report: LeakReport) -> String {
    (report.program.map { " · \($0.name), examined \($0.moment)" } ?? "")
      + (ReportVocabulary.failure(of: report).map { " · \($0)" } ?? "")
  }

  private static func mutants(of report: LeakReport) -> HTML {
    guard !report.mutants.isEmpty else { return "" }
    let rows = report.mutants.map { mutant -> HTML in
      let outcome: HTML =
        mutant.isCaught
        ? "<td class=\"clean\">✓ caught</td>" : "<td class=\"failed\">✖ not caught</td>"
      return """
        <tr class="row"><td><code>\(mutant.name)</code></td><td>\(mutant.summary)</td>\(outcome)<td>\(mutant.endings.joined(separator: ", "))</td></tr>
        """
    }
    let caught = report.mutants.count { $0.isCaught }
    return """
      <section aria-label="Self-test">
      <h2>Self-test: \(caught) of \(report.mutants.count) planted mistakes caught</h2>
      <div class="wide tall"><table><thead><tr><th>mutant</th><th>mistake</th><th>caught</th><th>affected endings</th></tr></thead>
      <tbody>
      \(rows)
      </tbody></table></div>
      </section>
      """
  }
}
