package import OwnershipGraph

/// `leakcheck.html`: the report to click through, one file that needs no network.
///
/// It reads without its script too; the script searches, filters, walks by key and
/// shows the way to an object. The page's policy forbids every request.
package struct HTMLFormat: ReportFormat {
  package let name = "html"

  package init() {}

  package func files(for report: LeakReport) -> [OutputFile] {
    [OutputFile(path: "leakcheck.html", contents: Self.page(of: report).markup)]
  }

  /// The one template.
  private static func page(of report: LeakReport) -> HTML {
    let summary = report.summary
    let pictured = report.picturedFindings
    let findings = ordered(pictured)
    let types = findings.flatMap { $0.graph.nodes.map(\.type) }.uniqued().sorted()
    let options = types.map { type -> HTML in "<option value=\"\(type)\">\(type)</option>" }
    let cells = CellIndex(report)
    let articles = findings.map { HTMLFinding(finding: $0, cells: cells).html }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <link rel="icon" href="data:,">
      <title>leakcheck: \(ReportVocabulary.words(for: summary.verdict))</title>
      <style>\(HTMLStyle.sheet)</style>
      </head>
      <body>
      <header>
      <h1 class="\(summary.verdict.rawValue)">leakcheck: \(symbol(of: summary.verdict)) \(ReportVocabulary.words(for: summary.verdict))</h1>
      <p>\(ReportVocabulary.result(of: summary))</p>
      <div class="tools">
      <input id="search" type="search" placeholder="Search  ( / )" aria-label="Search findings and cells" autocomplete="off">
      <select id="type" aria-label="Show findings with this type"><option value="">every type</option>
      \(options)
      </select>
      <button id="theme" type="button" title="Light or dark ( t )">Light / dark</button>
      <output id="count" aria-live="polite"></output>
      </div>
      <p class="keys"><kbd>/</kbd> search · <kbd>j</kbd> <kbd>k</kbd> next, previous finding · <kbd>Enter</kbd> open or close · <kbd>Esc</kbd> clear · <kbd>t</kbd> light or dark · click an object, or <kbd>Tab</kbd> to it and press <kbd>Enter</kbd>: the way by which it is kept alive</p>
      </header>
      <main>
      <svg class="definitions" width="0" height="0" aria-hidden="true"><defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="11" markerHeight="11" markerUnits="userSpaceOnUse" orient="auto-start-reverse"><path d="M0 0 L10 5 L0 10 z" fill="context-stroke"></path></marker></defs></svg>
      <section aria-label="Findings">
      <h2>Findings</h2>
      \(articles)
      <p id="none" hidden="hidden">Nothing matches.</p>
      </section>
      \(others(of: report, beside: pictured))
      \(HTMLMatrix(report: report).html)
      \(mutants(of: report))
      <section aria-label="How to reproduce">
      <h2>How to reproduce</h2>
      <pre>\(report.reproduce)</pre>
      <p class="note">Written by \(report.tool.name) \(report.tool.version), schema \(report.schemaVersion). No dates, durations, addresses or paths of a machine: the same program gives the same bytes.</p>
      </section>
      </main>
      <script>\(HTMLScript.text)</script>
      </body>
      </html>

      """
  }

  /// Most urgent first.
  private static func ordered(_ findings: [Finding]) -> [Finding] {
    let order: [Finding.Status] = [.new, .known, .accepted, .expected]
    return order.flatMap { status in findings.filter { $0.status == status } }
  }

  private static func symbol(of verdict: LeakReport.Verdict) -> String {
    switch verdict {
    case .clean: "✓"
    case .leaking: "✖"
    case .inconclusive: "?"
    }
  }

  /// Controls that are like others, a line each.
  private static func others(of report: LeakReport, beside pictured: [Finding]) -> HTML {
    let shown = Set(pictured.map(\.fingerprint))
    let rows = report.findings.filter { !shown.contains($0.fingerprint) }.map { finding -> HTML in
      """
      <tr class="row"><td><code>\(finding.fingerprint)</code></td><td>\(ReportVocabulary.types(of: finding).joined(separator: ", "))</td><td>\(finding.cells.first ?? "")</td></tr>
      """
    }
    guard !rows.isEmpty else { return "" }
    return """
      <section aria-label="Other controls">
      <h2>Controls of the same sources and operators together</h2>
      <div class="wide"><table><thead><tr><th>fingerprint</th><th>what holds itself</th><th>first seen in</th></tr></thead>
      <tbody>
      \(rows)
      </tbody></table></div>
      </section>
      """
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
      <div class="wide"><table><thead><tr><th>mutant</th><th>mistake</th><th>caught</th><th>endings it breaks</th></tr></thead>
      <tbody>
      \(rows)
      </tbody></table></div>
      </section>
      """
  }
}
