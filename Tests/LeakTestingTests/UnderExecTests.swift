import LeakTesting
import Testing

/// Tests that `ExecTestBundleTests` also runs under `leakcheck exec`. The process then has two
/// recorders.
@Suite struct UnderExecTests {
  /// During the check, other threads continue to run, and their stacks may own an over-retained
  /// object. Therefore the check relies on reference counts alone and does not report the object.
  /// `exec` does report it.
  @Test(.detectLeaks) func overRetainedObjectsAreNotReported() {
    let remainder = { () -> Remainder in
      let model = Model()
      _ = unsafe Unmanaged.passRetained(model)
      return Remainder(of: model)
    }()
    #expect(remainder.isThere)
  }

  @Test(.leaks(naming: "Node"), .detectLeaks)
  func aProvenCycleIsReported() { #expect(Node.cycle().isThere) }

  @Test(.detectLeaks) func cleanTestsPass() {
    let remainder = { () -> Remainder in
      let model = Model()
      model.onTap = {}
      return Remainder(of: model)
    }()
    #expect(!remainder.isThere)
  }
}
