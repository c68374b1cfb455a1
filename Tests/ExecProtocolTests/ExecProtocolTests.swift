import ExecProtocol
import Foundation
import Testing

@Suite struct ExecProtocolTests {
  @Test func `a request arrives as it was sent`() throws {
    var request = ExecRequest(folder: "/tmp/answers")
    request.signal = 10
    request.seconds = 2.5
    request.followsChildren = true
    request.stackFrames = 0
    request.executesBreaks = false
    request.crashFolder = "/tmp/crashes"
    #expect(try ExecRequest(environment: request.environment) == request)
  }

  @Test func `a request without options arrives as it was sent`() throws {
    let request = ExecRequest(folder: "f")
    #expect(try ExecRequest(environment: request.environment) == request)
  }

  @Test func `a process that nothing is asked of has no request`() throws {
    #expect(try ExecRequest(environment: ["PATH": "/bin"]) == nil)
  }

  @Test func `a request of another version is refused with the folder for the answer`() {
    var environment = ExecRequest(folder: "f").environment
    environment["LEAKCHECK_EXEC_VERSION"] = "0"
    #expect {
      try ExecRequest(environment: environment)
    } throws: { error in
      if case ExecRequest.Problem.otherVersion(let folder) = error { folder == "f" } else { false }
    }
  }

  @Test func `a failure is distinguished from a report by its prefix`() {
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
}
