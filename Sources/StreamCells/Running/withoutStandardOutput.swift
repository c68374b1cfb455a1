import Foundation

/// Runs `body` and discards its output. If output cannot be redirected, it is not discarded.
///
/// No other thread may print while this function runs.
func withoutStandardOutput(_ body: () -> Void) {
  let nullDevice = unsafe open("/dev/null", O_WRONLY)
  guard nullDevice >= 0 else { return body() }
  defer { close(nullDevice) }
  if !redirectingStandardOutput(to: nullDevice, body) { body() }
}

/// Runs `body` and returns its output. If output cannot be redirected, returns "" and runs nothing.
///
/// No other thread may print while this function runs.
func standardOutput(of body: () -> Void) -> String {
  guard let file = unsafe tmpfile() else { return "" }
  defer { unsafe fclose(file) }
  guard redirectingStandardOutput(to: unsafe fileno(file), body) else { return "" }
  unsafe rewind(file)
  let handle = FileHandle(fileDescriptor: unsafe dup(fileno(file)), closeOnDealloc: true)
  return String(decoding: handle.readDataToEndOfFile(), as: UTF8.self)
}

/// Runs `body` while standard output is redirected to a file.
///
/// - Returns: `false` if standard output cannot be redirected. `body` has then not run.
private func redirectingStandardOutput(to file: CInt, _ body: () -> Void) -> Bool {
  fflush(nil)
  let savedOutput = dup(STDOUT_FILENO)
  guard savedOutput >= 0 else { return false }
  defer { close(savedOutput) }
  guard dup2(file, STDOUT_FILENO) >= 0 else { return false }
  body()
  fflush(nil)
  dup2(savedOutput, STDOUT_FILENO)
  return true
}
