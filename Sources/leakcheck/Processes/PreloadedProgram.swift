import CRecorder
import ExecProtocol
import Foundation

/// A program that runs with the recorder loaded into it.
struct PreloadedProgram {
  /// The result for one process of the program.
  enum Report {
    /// The contents of `leakcheck.json`, and the name and linkage of the program that wrote it.
    case written(Data, program: String, ProgramFile.Linkage)
    /// The reason why there is no report.
    case failed(String)
    /// A filter of system calls ended the process because of a call that the recorder made. The
    /// recorder had not detected the filter.
    case endedByAnalysis
    /// Some processes ran a program of the Swift toolchain or a package manifest. Such a process is
    /// followed only to reach the programs that it starts.
    case skipped
  }

  private let executable: URL
  private let options: ExecOptions
  private let library: URL

  /// - Throws: ``UsageError`` if the program cannot be found, or the preloaded library is not
  ///   installed.
  init(_ options: ExecOptions) throws(UsageError) {
    guard let executable = ExecutableSearch.find(options.program) else {
      throw UsageError("there is no program '\(options.program)' that can be run")
    }
    guard let library = Self.findLibrary() else {
      throw UsageError(
        "\(Self.libraryName) is not beside leakcheck, nor in ../lib: make build or make install "
          + "puts it there")
    }
    self.executable = executable
    self.options = options
    self.library = library
  }

  /// The linkage of the program's file.
  var linkage: ProgramFile.Linkage { ProgramFile(executable).linkage }

  /// Runs the program to its end, with the standard input, output and error of this process.
  ///
  /// A signal that requests the end of this process is passed on to the program, which writes its
  /// report. A second signal, or a signal that arrives while the report is made, kills the program
  /// and the processes that it started.
  ///
  /// - Parameter body: A closure that receives the report of each process as soon as it is
  ///   complete.
  /// - Returns: The way in which the program ended, and whether processes that it started still
  ///   run; `nil` if a signal killed the program and its processes.
  func run(
    _ body: (Report) throws(UsageError) -> Void
  ) throws(UsageError) -> (ending: SpawnedProgram.Ending, leavesProcesses: Bool)? {
    let reports = try PrivateFolder()
    defer { reports.remove() }
    let preload = try PreloadPath(of: library, reports: reports.url)
    defer { preload.remove() }
    let variables = environment(reports.url, preload)
    let isLoadable = RecorderRoom(of: executable, linkage).suffices(with: variables)
    let program = try SpawnedProgram(
      executable, name: options.program, arguments: options.arguments,
      environment: isLoadable ? variables : ProcessInfo.processInfo.environment,
      folder: reports.url)
    defer { program.release() }
    var interruption = Interruption()
    var wait = WaitForOthers(program: options.program)
    do {
      while true {
        try program.update()
        let files = Self.files(in: reports.url)
        for report in collect(files, from: reports.url) { try body(report) }
        if let ending = program.ending, program.isOver || !options.followsChildren {
          // The supervisor's next event shows whether all other processes have ended as well.
          if !program.isOver { try program.update() }
          for report in lost(in: reports.url, ending) { try body(report) }
          for _ in 0..<program.undetectedFilters { try body(.failed(Self.undetectedFilter)) }
          if !isLoadable { try body(.failed(RecorderRoom.reason)) }
          // The supervisor kills a program that ignores a signal that was passed on to it.
          let isKilled = SpawnedProgram.signalReceived != nil && ending == .signal(SIGKILL)
          return interruption.hasKilled || isKilled ? nil : (ending, !program.isOver)
        }
        if program.ending != nil { wait.notice() }
        let isAnalyzing = Self.isAnalyzing(files)
        if interruption.mustKill(isAnalyzing: isAnalyzing) { program.killAll() }
        if program.isOver, program.ending == nil { return nil }
      }
    } catch {
      program.killAll()
      throw error
    }
  }

  private static func files(in reports: URL) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: reports.path)) ?? []
  }

  /// Returns whether a process of the program is making its report.
  private static func isAnalyzing(_ files: [String]) -> Bool {
    files.contains { $0.hasSuffix(".analyzing") }
  }

  private func environment(_ reports: URL, _ preload: PreloadPath) -> [String: String] {
    var variables = ProcessInfo.processInfo.environment
    let others = variables["LD_PRELOAD"].map { [$0] } ?? []
    variables["LD_PRELOAD"] = ([preload.path] + others).joined(separator: ":")
    var request = ExecRequest(folder: reports.path)
    request.signal = options.signal
    request.seconds = options.seconds
    request.followsChildren = options.followsChildren
    request.stackFrames = options.stackFrames ?? request.stackFrames
    request.executesBreaks = options.executesBreaks
    request.filters = Int(lk_filter_count())
    variables.merge(request.environment) { $1 }
    return variables
  }

  /// Returns and removes the reports that are complete. A file that is still being written has
  /// another name.
  private func collect(_ files: [String], from reports: URL) -> [Report] {
    let tools = files.filter { $0.hasSuffix(".tool") }
    for tool in tools { try? FileManager.default.removeItem(at: reports.appending(path: tool)) }
    let skipped: [Report] = tools.isEmpty ? [] : [.skipped]
    return skipped
      + files.filter { $0.hasSuffix(".json") }.sorted().compactMap { name in
        let file = reports.appending(path: name)
        // A process whose system calls are filtered may write its file in place, so that the file
        // is empty at first.
        guard let data = try? Data(contentsOf: file), !data.isEmpty else { return nil }
        let program = ExecAnswer.programFile(of: file)
        let path = (try? String(contentsOf: program, encoding: .utf8)) ?? ""
        let mark = URL(fileURLWithPath: file.path + ".analyzing")
        for taken in [file, mark] { try? FileManager.default.removeItem(at: taken) }
        // A program may be deleted before its report is read.
        let exists = FileManager.default.fileExists(atPath: path)
        let linkage = exists ? ProgramFile(URL(fileURLWithPath: path)).linkage : .dynamic
        // The report belongs to a followed program without Swift, such as a shell or a linker.
        if linkage == .noSwift { return nil }
        switch ExecAnswer(data) {
        case .report(let data):
          let name = path.split(separator: "/").last.map(String.init) ?? ""
          return .written(data, program: name, linkage)
        case .failure(let reason): return .failed(reason)
        }
      }
  }

  /// Returns the failures of processes that began a report but did not complete it.
  private func lost(in reports: URL, _ ending: SpawnedProgram.Ending) -> [Report] {
    Self.files(in: reports).filter { $0.hasSuffix(".analyzing") }.map { _ in
      if ending == .signal(SIGSYS) { return .endedByAnalysis }
      return .failed(
        "its report cannot be written: a limit on the size of files, no space in the temporary "
          + "folder (TMPDIR), or a filter of system calls (seccomp)")
    }
  }

  private static let undetectedFilter =
    "it installed a filter of system calls (seccomp) with its own system call instruction, and the "
    + "filter may end it at a call of an analysis"

  static let libraryName = "libLeakPreload.so"

  static func findLibrary() -> URL? {
    let folder = CommandWords.executable.resolvingSymlinksInPath().deletingLastPathComponent()
    return [folder, folder.deletingLastPathComponent().appending(path: "lib")]
      .map { $0.appending(path: libraryName) }
      .first { FileManager.default.isReadableFile(atPath: $0.path) }
  }
}
