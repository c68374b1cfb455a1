import ExecProtocol
import Foundation
import Testing

@Suite struct ExecProtocolTests {
  @Test func aRequestRoundTripsThroughTheEnvironment() throws {
    var request = ExecRequest(folder: "/tmp/answers")
    request.signal = 10
    request.seconds = 2.5
    request.followsChildren = true
    request.stackFrames = 0
    request.executesBreaks = false
    request.crashFolder = "/tmp/crashes"
    #expect(try ExecRequest(environment: request.environment) == request)
  }

  @Test func aRequestWithoutOptionsRoundTrips() throws {
    let request = ExecRequest(folder: "f")
    #expect(try ExecRequest(environment: request.environment) == request)
  }

  @Test func anOrdinaryEnvironmentContainsNoRequest() throws {
    #expect(try ExecRequest(environment: ["PATH": "/bin"]) == nil)
  }

  @Test func rejectsOtherVersionsAndReportsTheAnswerFolder() {
    var environment = ExecRequest(folder: "f").environment
    environment["LEAKCHECK_EXEC_VERSION"] = "0"
    #expect {
      try ExecRequest(environment: environment)
    } throws: { error in
      if case ExecRequest.Problem.otherVersion(let folder) = error { folder == "f" } else { false }
    }
  }

  @Test func aPrefixDistinguishesFailuresFromReports() {
    guard case .failure(let reason) = ExecAnswer(Data("error: no memory\n".utf8)) else {
      Issue.record("not read as a failure")
      return
    }
    #expect(reason == "no memory")
    guard case .report(let bytes) = ExecAnswer(Data("{}".utf8)) else {
      Issue.record("not read as a report")
      return
    }
    #expect(bytes == Data("{}".utf8))
  }

  /// Returns the programs in a note with the given entries.
  private func programs(_ entries: String...) -> ProcessPrograms {
    ProcessPrograms(Data((["4711"] + entries).map { $0 + "\0" }.joined().utf8))
  }

  @Test func readsTheLastProgramOfAProcess() {
    #expect(programs("s/bin/a").last?.path == "/bin/a")
    #expect(programs("n/bin/sh", "s/bin/a\nb").last?.path == "/bin/a\nb")
    #expect(programs("n/bin/sh").last?.isSwift == false)
    #expect(programs("u/bin/static").last?.isSwift == nil)
    #expect(ProcessPrograms(Data()).last == nil)
  }

  @Test func aReplacedProgramLeavesNoAnswer() {
    let programs = programs("n/bin/sh", "s/bin/a", "s/bin/b")
    #expect(programs.unanswered(answers: 1).map(\.path) == ["/bin/a"])
    #expect(programs.unanswered(answers: 0).map(\.path) == ["/bin/a", "/bin/b"])
    #expect(programs.unanswered(answers: 3).isEmpty)
  }

  @Test func toolsAndForkedNonSwiftProgramsNeedNoAnswer() {
    #expect(programs("t/usr/bin/swift", "t/usr/bin/swift-build").unanswered(answers: 0).isEmpty)
    #expect(programs("f/bin/a", "n/bin/ls").unanswered(answers: 1).isEmpty)
    #expect(programs("f/bin/a", "n/bin/ls").unanswered(answers: 0).isEmpty)
    #expect(programs("f/bin/a").unanswered(answers: 0).map(\.path) == ["/bin/a"])
    #expect(programs("f/bin/a", "u/bin/b").unanswered(answers: 0).map(\.path) == ["/bin/b"])
    let replaced = programs("s/bin/a", "t/usr/bin/swift-build")
    #expect(replaced.unanswered(answers: 0).map(\.path) == ["/bin/a"])
  }
}
