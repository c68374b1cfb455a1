/// Types whose objects a library of the toolchain leaks without the program's participation.
package enum KnownLibraryLeaks {
  /// Returns whether Foundation over-retains objects of the type with this qualified name.
  ///
  /// On Linux a timer retains itself for the run loop and is never released, and an XML attribute
  /// is over-retained, whatever the program does. All types of FoundationXML, and Foundation's
  /// classes for objects of Core Foundation, count as over-retained.
  package static func isOverRetainedByFoundation(_ type: String) -> Bool {
    type == "Foundation.Timer"
      || ["Foundation._NSCF", "Foundation.__NSCF", "FoundationXML."].contains { type.hasPrefix($0) }
  }

  /// Returns whether a type is XCTest's run of a test. A run is in a cycle with its test case until
  /// the process ends.
  package static func isXCTestRun(_ type: String) -> Bool {
    type.hasPrefix("XCTest.") && type.hasSuffix("Run")
  }
}
