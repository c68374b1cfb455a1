import OwnershipGraph
import Reporting
import Testing

@Suite struct GoldenTests {
  @Test(arguments: ["leaking", "clean"])
  func everyReportFileMatchesItsGoldenFile(name: String) throws {
    let report = name == "clean" ? SampleReports.clean() : SampleReports.leaking()
    for format in ReportFormats.all {
      for file in try format.files(for: report) {
        expectGolden("\(name)-" + file.path.replacing("/", with: "-"), file.contents)
      }
    }
    expectGolden("\(name).txt", TextReport(of: report).text(duration: "1.9 s"))
  }

  @Test func colorAddsOnlyEscapeSequences() {
    let colored = TextReport(of: SampleReports.leaking(), style: .colored).text()
    #expect(colored.contains("\u{1B}["))
    #expect(
      colored.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
        == TextReport(of: SampleReports.leaking()).text())
  }

  @Test func writingAReportTwiceProducesTheSameFiles() throws {
    for format in ReportFormats.all {
      #expect(
        try format.files(for: SampleReports.leaking()) == format.files(for: SampleReports.leaking())
      )
    }
  }
}
