import Foundation
import Testing

@testable import Scenarios

/// Tests of the maximum time that a matrix cell waits.
@Suite struct WaitTimeoutTests {
  @Test func waitsThatReachTheMaximumTimeBecomeShorter() {
    let timeout = WaitTimeout(milliseconds: 400, atLeast: 1)
    let clock = ContinuousClock()
    let first = clock.measure { timeout.wait { false } }
    #expect(first >= .milliseconds(400))
    for _ in 0..<9 { timeout.wait { false } }
    var isLast = false
    let last = clock.measure {
      timeout.wait {
        defer { isLast = true }
        return isLast
      }
    }
    #expect(last < first)
  }

  @Test func aWaitThatSucceedsDoesNotShortenTheTime() {
    let timeout = WaitTimeout(milliseconds: 60_000, atLeast: 1)
    for _ in 0..<20 { timeout.wait { true } }
    var attempts = 0
    timeout.wait {
      attempts += 1
      return attempts == 50
    }
    #expect(attempts == 50)
  }
}
