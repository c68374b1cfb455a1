/// Types whose objects are leaked by a library of the toolchain rather than by the program.
package enum KnownLibraryLeaks {
  /// Returns whether Foundation or FoundationXML over-retains objects of the type with this
  /// qualified name.
  ///
  /// On Linux, a timer retains itself for the run loop and is never released, and an XML attribute
  /// is over-retained, whatever the program does. The function also returns `true` for all other
  /// types of FoundationXML, and for the Foundation classes that wrap Core Foundation objects.
  package static func isOverRetainedByFoundation(_ type: String) -> Bool {
    type == "Foundation.Timer"
      || ["Foundation._NSCF", "Foundation.__NSCF", "FoundationXML."].contains { type.hasPrefix($0) }
  }

  /// The module of XCTest.
  package static let testModule = "XCTest"

  /// Returns whether a type is one of XCTest.
  package static func belongsToXCTest(_ type: String) -> Bool { type.hasPrefix(testModule + ".") }

  /// Returns whether a type represents the run of a test in XCTest, such as `XCTest.XCTestCaseRun`.
  /// A run and its test case retain each other until the process ends.
  package static func isXCTestRun(_ type: String) -> Bool {
    belongsToXCTest(type) && type.hasSuffix("Run")
  }

  /// Returns whether a property is the one in which Foundation's `Process` stores its run-loop
  /// source.
  package static func isRunLoopSource(_ property: String, ofProcess type: String) -> Bool {
    type == "Foundation.Process" && property == "_runLoopSourceStorage"
  }
}
