import CRecorder
import ExecProtocol
import Foundation
import HeapWalking

/// Starts the recorder if `leakcheck exec` requested it. Runs before the program, when the dynamic
/// loader has loaded this library.
///
/// The loader calls the functions in the section `.init_array`. `@used` prevents the linker from
/// removing this one.
@section(".init_array")
@used
private let atLoad: @convention(c) () -> Void = {
  guard ExecRequest.isPresent else { return }
  let isFiltered = lk_filter_count() > ExecRequest.knownFilters
  if ExecRequest.followsChildren, markIfToolchainProgram(isFiltered: isFiltered) { return }
  if isFiltered {
    refuseUnderFilters()
    return
  }
  AllocationRecord.begin(.preparation)
  defer { AllocationRecord.endOwnWork() }
  if let sanitizer = Sanitizer.ofThisProcess {
    let environment = ProcessInfo.processInfo.environment
    guard let request = try? ExecRequest(environment: environment) else { return }
    refuse(
      because: "it is built with \(sanitizer), which replaces the allocator", in: request.folder)
    return
  }
  // Recording starts before anything else, because memory that is freed before recording begins may
  // keep words that look like references.
  AllocationRecord.installed?.installEverywhere()
  do throws(ExecRequest.Problem) {
    let environment = ProcessInfo.processInfo.environment
    guard let request = try ExecRequest(environment: environment) else { return }
    if request.followsChildren {
      request.noteExecutedPrograms()
    } else {
      ExecRequest.hideFromChildren()
    }
    if ProgramReport.prepare(for: request) {
      lk_extend_memory_limits()
      SignalThread.start(for: request)
    }
  } catch {
    guard case .otherVersion(let folder) = error else { return }
    refuse(
      because: "leakcheck and libLeakPreload.so have different versions; 'make install' installs "
        + "both", in: folder)
  }
}

/// Returns whether this process runs a program of the toolchain. If it does, writes the notes that
/// the `leakcheck` command reads, unless a system call filter may prevent this.
///
/// With `--follow`, programs of the toolchain are not analyzed, because recording them would double
/// the time of a short test run. A program without Swift, such as a shell, is recorded: it may set
/// limits or filters for the programs that it starts.
private func markIfToolchainProgram(isFiltered: Bool) -> Bool {
  guard lk_program_is_of_toolchain() else { return false }
  if !isFiltered, let folder = unsafe ExecRequest.folderInEnvironment,
    let path = unsafe lk_report_path(folder)
  {
    unsafe lk_mark_tool(path)
    unsafe lk_note_program(folder, lk_program_tool)
  }
  return true
}

/// Writes the name of this process's program, and the reason why this process is not recorded.
private func refuse(because reason: String, in folder: String) {
  let path = ExecAnswer.file(in: folder, process: getpid())
  unsafe lk_note_program(folder, lk_program_started)
  _ = unsafe lk_write_reason(path, reason)
}

/// Writes the reason why this process is not recorded. Makes only system calls that most programs
/// need in any case, because the filters may treat other calls in unknown ways.
private func refuseUnderFilters() {
  let environment = ProcessInfo.processInfo.environment
  guard let request = try? ExecRequest(environment: environment) else { return }
  if !request.followsChildren { ExecRequest.hideFromChildren() }
  _ = unsafe lk_write_refusal(
    ExecAnswer.file(in: request.folder, process: getpid()),
    "it was started under a system call filter (seccomp) that may kill it when the recorder makes "
      + "a system call; start leakcheck itself under that filter")
}
