import Testing

@testable import Scenarios

/// Tests of the maximum time that a matrix cell waits.
@Suite struct WaitTimeoutTests {
  @Test func waitsThatReachTheMaximumTimeHalveIt() {
    let timeout = WaitTimeout(milliseconds: 12, atLeast: 5)
    let limits = (0..<4).map { _ in
      timeout.wait { false }
      return timeout.limit
    }
    #expect(limits == [6, 5, 5, 5])
  }

  @Test func aWaitThatSucceedsDoesNotShortenTheTime() {
    let timeout = WaitTimeout(milliseconds: 60_000, atLeast: 1)
    var attempts = 0
    timeout.wait {
      attempts += 1
      return attempts == 50
    }
    #expect(attempts == 50)
    #expect(timeout.limit == 60_000)
  }
}
