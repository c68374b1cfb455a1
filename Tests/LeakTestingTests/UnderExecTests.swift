import LeakTesting
import Testing

/// Tests that `ExecTestBundleTests` also runs under `leakcheck exec`, where the process has two
/// recorders.
@Suite struct UnderExecTests {
  /// Other threads continue during the check, so an over-retained object may have an owner on some
  /// stack. The check therefore relies on reference counts alone and does not report the object.
  /// `exec` reports it.
  @Test(.detectLeaks) func overRetainedObjectsAreNotReported() {
    let remainder = { () -> Remainder in
      let model = Model()
      _ = unsafe Unmanaged.passRetained(model)
      return Remainder(of: model)
    }()
    #expect(remainder.isThere)
  }

  @Test(.leaks(naming: "Node"), .detectLeaks)
  func aProvenCycleIsReported() { #expect(Node.ring().isThere) }

  @Test(.detectLeaks) func cleanTestsPass() {
    let remainder = { () -> Remainder in
      let model = Model()
      model.onTap = {}
      return Remainder(of: model)
    }()
    #expect(!remainder.isThere)
  }
}
