import Testing

/// Cycles through closures that libdispatch retains. `ExecTestBundleTests` runs these tests under
/// `leakcheck exec`.
///
/// The code runs on threads that end, so that their stacks contain no references to the objects.
@Suite struct PassedClosuresTests {
  @Test func aWorkItem() async {
    await Start.thread.run {
      let holder = Holder()
      holder.holdItem()
    }
  }

  @Test func aGroup() async {
    await Start.thread.run {
      let holder = Holder()
      holder.holdGroup()
    }
  }
}
