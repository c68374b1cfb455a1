import Foundation
import FoundationXML
package import Findings

/// `leakcheck.junit.xml`: a test case for each matrix cell, for continuous integration.
///
/// A failure is a leak or a failed cell. An error is an inconclusive cell or a mutant that was not
/// caught. Thus a cell that could not be examined does not count as passed. The report of a program
/// has no cells, so it has a test case for each finding, and one for each other problem, such as a
/// failure of the program. Times are omitted, because they differ from run to run.
package struct JUnitFormat: ReportFormat {
  package let name = "junit"

  package var fileOpenings: [String: String] {
    let declaration = "<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"no\"?>\n"
    return ["leakcheck.junit.xml": declaration + "<testsuites name="]
  }

  package init() {}

  package func files(for report: LeakReport) -> [OutputFile] {
    let root = XMLElement(name: "testsuites")
    let suites = JUnitSuites(report: report).suites
    Self.count(suites.flatMap(\.cases), in: root, named: report.tool.name)
    for suite in suites {
      let element = XMLElement(name: "testsuite")
      Self.count(suite.cases, in: element, named: suite.name)
      for testCase in suite.cases { element.addChild(Self.element(for: testCase)) }
      root.addChild(element)
    }
    let document = XMLDocument(rootElement: root)
    document.version = "1.0"
    document.characterEncoding = "UTF-8"
    let text = document.xmlString(options: .nodePrettyPrint)
    return [
      OutputFile(
        path: "leakcheck.junit.xml", contents: text.hasSuffix("\n") ? text : text + "\n")
    ]
  }

  private static func count(_ cases: [JUnitSuites.Case], in element: XMLElement, named name: String)
  {
    set("name", name, of: element)
    set("tests", String(cases.count), of: element)
    set("failures", String(cases.count { $0.outcome == .failure }), of: element)
    set("errors", String(cases.count { $0.outcome == .error }), of: element)
    set("skipped", String(cases.count { $0.outcome == .skipped }), of: element)
  }

  private static func element(for testCase: JUnitSuites.Case) -> XMLElement {
    let element = XMLElement(name: "testcase")
    set("classname", testCase.suite, of: element)
    set("name", testCase.name, of: element)
    guard testCase.outcome != .passed else { return element }
    let detail = XMLElement(name: testCase.outcome.rawValue)
    set("message", testCase.message, of: detail)
    if testCase.outcome != .skipped { set("type", testCase.type, of: detail) }
    if !testCase.lines.isEmpty {
      detail.stringValue = testCase.lines.map(Escaping.xmlText).joined(separator: "\n")
    }
    element.addChild(detail)
    return element
  }

  private static func set(_ name: String, _ value: String, of element: XMLElement) {
    guard
      let attribute = XMLNode.attribute(withName: name, stringValue: Escaping.xmlText(value))
        as? XMLNode
    else { return }
    element.addAttribute(attribute)
  }
}
