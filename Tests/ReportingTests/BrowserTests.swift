import Foundation
import Findings
import Reporting
import Testing

@Suite(.serialized, .enabled(if: Browser.isInstalled, "there is no browser on this machine's PATH"))
struct BrowserTests {
  private func open(_ report: LeakReport, _ fragment: String = "") throws -> Browser.Result {
    try #require(Browser()).open(HTMLTests.page(report), fragment: fragment)
  }

  /// Returns the fingerprints of the findings that are visible.
  private func shown(_ page: String) -> [String] {
    page.matches(of: #/<article [^>]*id="([^"]*)"[^>]*>/#).filter {
      !$0.output.0.contains("hidden=")
    }
    .map { String($0.output.1) }
  }

  @Test func aPageLoadsWithoutErrorsAndABrokenPageReportsAnError() throws {
    for report in [SampleReports.leaking(), SampleReports.clean()] {
      let result = try open(report)
      #expect(result.console == [])
      #expect(result.page.contains("data-ready=\"yes\""))
    }
    let broken = try HTMLTests.page(SampleReports.clean()).replacing("recall();", with: "recal();")
    let result = try #require(Browser()).open(broken, fragment: "")
    #expect(result.console.contains { $0.contains("recal is not defined") })
    #expect(!result.page.contains("data-ready"))
  }

  @Test(arguments: [
    (
      "", ["view-model-none", "create-map-completion", "core-cycle-none"],
      "3 of 3 findings"
    ),
    ("q=feedviewmodel", ["view-model-none"], "1 of 3 findings"),
    ("q=binary%20owner", ["create-map-completion"], "1 of 3 findings"),
    ("q=nobody", [], "0 of 3 findings"),
    ("type=AnonymousObserver", ["core-cycle-none"], "1 of 3 findings"),
    ("q=feed&type=AnonymousObserver", [], "0 of 3 findings"),
    ("ending=none", ["view-model-none", "core-cycle-none"], "2 of 3 findings"),
    ("ending=none&status=control", ["core-cycle-none"], "1 of 3 findings"),
    (
      "core-cycle-none",
      ["view-model-none", "create-map-completion", "core-cycle-none"],
      "3 of 3 findings"
    ),
    (
      "type=NoSuchType",
      ["view-model-none", "create-map-completion", "core-cycle-none"],
      "3 of 3 findings"
    ),
  ]) func searchAndFiltersShowTheMatchingFindings(
    fragment: String, expected: [String], count: String
  ) throws {
    let result = try open(SampleReports.leaking(), fragment)
    #expect(shown(result.page) == expected)
    #expect(result.page.contains(">\(count)</output>"))
    #expect(result.console == [])
  }

  /// Returns the page after a script of the test has run in it.
  private func play(_ script: String, _ fragment: String = "") throws -> Browser.Result {
    let page = try HTMLTests.page(SampleReports.leaking())
      .replacing("</body>", with: "<script>\(script)</script></body>")
    return try #require(Browser()).open(page, fragment: fragment)
  }

  @Test func theGraphIsDrawnAndAClickShowsThePathToAnObject() throws {
    let script = """
      const node = document.querySelector('#view-model-none [data-node="4"]');
      const box = node.querySelector("rect").getBoundingClientRect();
      const lines = [...document.querySelectorAll("#view-model-none .edge.cycle path")];
      document.body.dataset.drawn = (box.width > 50 && box.height > 20
        && lines.length === 6 && lines.every(line => line.getTotalLength() > 20)) + "";
      node.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      document.body.dataset.edges = document.querySelectorAll("#view-model-none .edge.on-path").length;
      """
    let result = try play(script)
    #expect(result.console == [])
    #expect(result.page.contains("data-drawn=\"true\""))
    #expect(result.page.contains("data-edges=\"4\""))
    #expect(result.page.contains(#/<p class="path"[^>]*>FeedViewModel#1 —bag→ DisposeBag#1/#))
  }

  @Test func keysSearchNavigateOpenFindingsAndSwitchTheTheme() throws {
    let script = """
      const press = key => dispatchEvent(new KeyboardEvent("keydown", { key }));
      press("/");
      document.body.dataset.first = document.activeElement.id;
      press("Escape");
      press("j"); press("j");
      document.body.dataset.second = document.activeElement.id;
      const details = document.activeElement.querySelector("details");
      const before = details.open;
      press("Enter");
      document.body.dataset.turned = (details.open !== before) + "";
      press("k");
      document.body.dataset.third = document.activeElement.id;
      document.body.dataset.light = getComputedStyle(document.body).backgroundColor;
      press("t");
      document.body.dataset.dark = getComputedStyle(document.body).backgroundColor;
      """
    let result = try play(script, "theme=light")
    #expect(result.console == [])
    for attribute in [
      "first=\"search\"", "second=\"create-map-completion\"", "turned=\"true\"",
      "third=\"view-model-none\"",
      "light=\"rgb(255, 255, 255)\"", "dark=\"rgb(22, 24, 27)\"",
    ] { #expect(result.page.contains("data-\(attribute)"), "\(attribute)") }
  }

  @Test func hostileNamesRunNoScriptAndAreFound() throws {
    for name in [
      "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "'); alert(1); ('",
    ] {
      let result = try open(
        HostileNamesTests.report(named: name),
        "type=\(name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")")
      #expect(result.console == [], "\(name)")
      #expect(result.page.contains(">3 of 3 findings</output>"), "\(name)")
    }
  }

  /// With every font, the box of each text must be inside the picture and must not overlap the box
  /// of another text.
  @Test(arguments: ["Helvetica,Arial,sans-serif", "monospace"])
  func textsOfAPictureAreNotClippedAndDoNotOverlap(font: String) throws {
    let pictures = SVGFormat().files(for: SampleReports.leaking()).map {
      "<div><template shadowrootmode=\"open\">"
        + $0.contents.replacing("Helvetica,Arial,sans-serif", with: font) + "</template></div>"
    }
    #expect(pictures.count == 3)
    let script = """
      const wrong = [];
      let count = 0;
      for (const holder of document.querySelectorAll("div")) {
        const picture = holder.shadowRoot.querySelector("svg");
        const frame = picture.getBoundingClientRect();
        const texts = [...picture.querySelectorAll("text")].map(text => [text.textContent, text.getBoundingClientRect()]);
        count += texts.length;
        texts.forEach(([name, box], index) => {
          if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1) wrong.push(name + " is clipped");
          for (const [other, second] of texts.slice(0, index)) {
            const width = Math.min(box.right, second.right) - Math.max(box.left, second.left);
            const height = Math.min(box.bottom, second.bottom) - Math.max(box.top, second.top);
            if (width > 1 && height > 4) wrong.push(name + " lies over " + other);
          }
        });
      }
      document.body.dataset.texts = count;
      document.body.dataset.wrong = wrong.join("; ");
      """
    let page =
      "<!DOCTYPE html><meta charset=\"utf-8\"><body>\(pictures.joined())<script>\(script)</script></body>"
    let result = try #require(Browser()).open(page, fragment: "")
    #expect(result.page.contains("data-wrong=\"\""), "\(result.page.prefix(400))")
    #expect(result.page.contains(#/data-texts="[3-9][0-9]"/#))
  }

  @Test func threeClicksLeadFromAnEndingToTheLineOfTheClosure() throws {
    let script = """
      const visible = item => item.getClientRects().length > 0;
      const press = item => { if (!visible(item)) throw new Error("hidden: " + item.textContent); item.click(); };
      press([...document.querySelectorAll("#endings a")].find(link => link.textContent === "none"));
      addEventListener("hashchange", () => {
        const shown = [...document.querySelectorAll("article.finding")].filter(visible);
        const finding = shown.find(item => item.textContent.includes("FeedViewModel"));
        press(finding.querySelector("summary a.address"));
        setTimeout(() => {
          press(finding.querySelector("a.location"));
          setTimeout(() => { document.body.dataset.line = document.querySelector(".target").textContent; }, 50);
        }, 50);
      }, { once: true });
      """
    let result = try play(script)
    #expect(result.console == [])
    #expect(result.page.contains("data-line=\"FeedViewModel.swift:41\""))
  }
}
