import Foundation

let options: FuzzOptions
do {
  options = try FuzzOptions(parsing: Array(CommandLine.arguments.dropFirst()))
} catch {
  FileHandle.standardError.write(Data("fuzz: \(error)\n".utf8))
  exit(2)
}
do {
  let session = FuzzSession(options)
  exit(try session.run() ? 0 : 1)
} catch {
  FileHandle.standardError.write(Data("fuzz: \(error)\n".utf8))
  exit(3)
}
