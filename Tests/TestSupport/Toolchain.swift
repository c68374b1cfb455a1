import Foundation

/// The compilers that the tests start.
enum Toolchain {
  private struct TargetInformation: Decodable {
    struct Paths: Decodable { var runtimeResourcePath: String }
    var compilerVersion: String
    var paths: Paths
  }

  /// A description of the compilers, linkers and libraries that is different after each change.
  static let identity = Result {
    // The program named `swiftc` may be one that starts the compiler of a selected toolchain.
    let data = try output(of: ["swiftc", "-print-target-info"])
    let information = try JSONDecoder().decode(TargetInformation.self, from: data)
    let libraries = URL(filePath: information.paths.runtimeResourcePath)
    let tools = libraries.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "bin")
    let environment = ProcessInfo.processInfo.environment
    let folders = (environment["PATH"] ?? "").split(separator: ":")
      .map { URL(filePath: String($0)) }
    let files =
      ["swift-driver", "swift-frontend", "clang", "lld"].map { tools.appending(path: $0) }
      + ["libswiftCore.so", "libFoundation.so", "Swift.swiftmodule", "Foundation.swiftmodule"]
      .map { libraries.appending(path: "linux/\($0)") }
      + folders.flatMap { folder in
        ["swiftc", "clang", "ld", "ld.gold"].map { folder.appending(path: $0) }
      }
    let variables = ["SDKROOT", "CPATH", "LIBRARY_PATH"].map { "\($0)=\(environment[$0] ?? "")" }
    return try [information.compilerVersion] + variables
      + files.map(\.path).filter { FileManager.default.fileExists(atPath: $0) }.map(fileIdentity)
  }

  private static func output(of command: [String]) throws -> Data {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }
}

/// Returns a description of a file that is different after each change of the file.
func fileIdentity(_ path: String) throws -> String {
  var status = stat()
  guard unsafe stat(path, &status) == 0 else {
    throw Compilation.Failed(description: "\(path) does not exist")
  }
  let time = status.st_mtim
  return "file: \(path) \(status.st_ino) \(status.st_size) \(time.tv_sec).\(time.tv_nsec)"
}
