import OwnershipGraph
import Reporting
import Testing

@Suite struct GoldenTests {
  @Test(arguments: ["leaking", "clean"]) func `every file of a report is as recorded`(name: String)
    throws
  {
    let report = name == "clean" ? SampleReports.clean() : SampleReports.leaking()
    for format in ReportFormats.all {
      for file in try format.files(for: report) {
        expectGolden("\(name)-" + file.path.replacing("/", with: "-"), file.contents)
      }
    }
    expectGolden("\(name).txt", TextReport(of: report).text(duration: "1.9 s"))
  }

  @Test func `color adds only escape sequences`() {
    let colored = TextReport(of: SampleReports.leaking(), style: .colored).text()
    #expect(colored.contains("\u{1B}["))
    #expect(
      colored.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
        == TextReport(of: SampleReports.leaking()).text())
  }

  @Test func `a report is written the same twice`() throws {
    for format in ReportFormats.all {
      #expect(
        try format.files(for: SampleReports.leaking()) == format.files(for: SampleReports.leaking())
      )
    }
  }
}
