package import Foundation

/// The program that finds files and lines: `llvm-symbolizer` of the Swift toolchain.
package enum SymbolizerTool {
  /// The URL of the executable; `nil` if it is neither in `PATH` nor beside `swift`.
  package static var executable: URL? { SourceLocator.findTool() }
}
