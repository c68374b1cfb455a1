import Testing

/// Cycles through closures that libdispatch retains. `ExecTestBundleTests` runs these tests under
/// `leakcheck exec`.
@Suite struct PassedClosuresTests {
  @Test func aWorkItem() {
    let remainder = { () -> Remainder in
      let holder = Holder()
      holder.holdItem()
      return Remainder(of: holder)
    }()
    #expect(remainder.isThere)
  }

  @Test func aGroup() {
    let remainder = { () -> Remainder in
      let holder = Holder()
      holder.holdGroup()
      return Remainder(of: holder)
    }()
    #expect(remainder.isThere)
  }
}
