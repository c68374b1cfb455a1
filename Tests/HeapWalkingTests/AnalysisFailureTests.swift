import CRecorder
import Foundation
import TestSupport
import Testing

/// Tests of the reason that a process leaves if its analysis fails.
@Suite struct AnalysisFailureTests {
  #if os(Linux)
    /// The reason mentions the limit in addition to the signal, the phase and the advice.
    @Test func aMemoryLimitIsAPossibleCauseOfACrash() throws {
      let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
      defer { try? FileManager.default.removeItem(atPath: path) }
      // A process cannot remove its limit again.
      _ = try inForkedProcess(seconds: 20) { () -> Data in
        var limit = rlimit(rlim_cur: rlim_t.max / 2, rlim_max: rlim_t.max / 2)
        setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
        var result = lk_analysis_result()
        result.state = lk_analysis_crashed
        result.detail = SIGSEGV
        lk_write_analysis_failure(path, result, 0)
        return Data()
      }
      let reason = try String(contentsOfFile: path, encoding: .utf8)
      #expect(
        reason
          == "error: the analysis crashed with signal 11 while starting; possible cause: a limit "
          + "on its address space (RLIMIT_AS) leaves no room for the analysis "
          + "(set LEAKCHECK_KEEP=DIR to keep a memory dump)\n")
    }
  #endif
}
