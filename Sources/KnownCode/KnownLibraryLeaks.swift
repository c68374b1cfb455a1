/// Types whose objects a library of the toolchain leaks by itself.
package enum KnownLibraryLeaks {
  /// Qualified types that Foundation retains once too often, and prefixes of such types.
  ///
  /// On Linux a timer retains itself for the run loop and is never released, and an attribute of
  /// XML is over-retained once it is made, whatever the program does.
  package static func isOverRetainedByFoundation(_ type: String) -> Bool {
    type == "Foundation.Timer"
      || ["Foundation._NSCF", "Foundation.__NSCF", "FoundationXML."].contains { type.hasPrefix($0) }
  }

  /// Returns whether XCTest's run of a test, which is in a cycle with the test case until the
  /// process ends, has this type.
  package static func isXCTestRun(_ type: String) -> Bool {
    type.hasPrefix("XCTest.") && type.hasSuffix("Run")
  }
}
