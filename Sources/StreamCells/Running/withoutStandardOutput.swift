import Foundation

/// Runs `body` and discards its output.
///
/// No other thread may print while this function runs.
func withoutStandardOutput(_ body: () -> Void) {
  fflush(nil)
  let (kept, nullDevice) = unsafe (dup(STDOUT_FILENO), open("/dev/null", O_WRONLY))
  guard kept >= 0, nullDevice >= 0 else { return body() }
  dup2(nullDevice, STDOUT_FILENO)
  close(nullDevice)
  body()
  fflush(nil)
  dup2(kept, STDOUT_FILENO)
  close(kept)
}

/// Runs `body` and returns its output. If output cannot be redirected, returns "" and runs nothing.
///
/// No other thread may print while this function runs.
func standardOutput(of body: () -> Void) -> String {
  fflush(nil)
  guard let file = unsafe tmpfile() else { return "" }
  let kept = dup(STDOUT_FILENO)
  guard kept >= 0 else { return "" }
  dup2(unsafe fileno(file), STDOUT_FILENO)
  body()
  fflush(nil)
  dup2(kept, STDOUT_FILENO)
  close(kept)
  unsafe rewind(file)
  let handle = FileHandle(fileDescriptor: unsafe dup(fileno(file)), closeOnDealloc: true)
  unsafe fclose(file)
  return String(decoding: handle.readDataToEndOfFile(), as: UTF8.self)
}
