import Foundation

/// Copies a program, or a folder that contains programs.
///
/// Another process writes the copy. If this process did, a program that another thread starts at
/// the same time could inherit the open file, and a file that is open for writing cannot be
/// executed.
package func copyExecutable(_ path: String, to destination: String) throws {
  let copying = Process()
  copying.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  copying.arguments = ["cp", "-Rf", path, destination]
  try copying.run()
  copying.waitUntilExit()
  guard copying.terminationStatus == 0 else {
    throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: destination])
  }
}
