import LeakTesting
import Testing

/// Tests that `ExecTestBundleTests` runs under `leakcheck exec` as well, where the process has
/// two recorders.
@Suite struct UnderExecTests {
  /// Threads go on while a test is looked at, so reference counts alone judge: an object that
  /// was retained once too often may have an owner on some stack. `exec` tells of it.
  @Test(.detectLeaks) func whatCountsDoNotProveIsPassedOver() {
    _ = unsafe Unmanaged.passRetained(Model())
  }

  @Test(.leaks(naming: "Node"), .detectLeaks)
  func whatTheyProveIsNot() { #expect(Node.ring().isThere) }

  @Test(.detectLeaks) func whatIsCleanIsLeftInPeace() { Model().onTap = {} }
}
