import Foundation

/// Runs `body` with what it prints going nowhere.
///
/// Not for use while another thread prints.
func withoutStandardOutput(_ body: () -> Void) {
  fflush(nil)
  let (kept, nowhere) = unsafe (dup(STDOUT_FILENO), open("/dev/null", O_WRONLY))
  guard kept >= 0, nowhere >= 0 else { return body() }
  dup2(nowhere, STDOUT_FILENO)
  close(nowhere)
  body()
  fflush(nil)
  dup2(kept, STDOUT_FILENO)
  close(kept)
}
