import LeakTesting
import Testing

/// Tests that `ExecTestBundleTests` runs under `leakcheck exec` as well, where the process has
/// two recorders.
@Suite struct UnderExecTests {
  /// Threads go on while a test is looked at, so reference counts alone judge: an object that
  /// was retained once too often may have an owner on some stack. `exec` tells of it.
  @Test(.detectLeaks) func whatCountsDoNotProveIsPassedOver() {
    let remainder = { () -> Remainder in
      let model = Model()
      _ = unsafe Unmanaged.passRetained(model)
      return Remainder(of: model)
    }()
    #expect(remainder.isThere)
  }

  @Test(.leaks(naming: "Node"), .detectLeaks)
  func whatTheyProveIsNot() { #expect(Node.ring().isThere) }

  @Test(.detectLeaks) func whatIsCleanIsLeftInPeace() {
    let remainder = { () -> Remainder in
      let model = Model()
      model.onTap = {}
      return Remainder(of: model)
    }()
    #expect(!remainder.isThere)
  }
}
