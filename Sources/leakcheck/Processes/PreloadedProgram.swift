import CRecorder
import ExecProtocol
import Foundation

/// A program that runs with the recorder loaded into it.
struct PreloadedProgram {
  /// The result for one process of the program. The program's name is empty if the process could
  /// not determine it, for example because `/proc` is not mounted.
  enum Report {
    /// The contents of `leakcheck.json`, and the name and linkage of the program that wrote it.
    case written(Data, program: String, ProgramFile.Linkage)
    /// The reason why a process wrote no report, and the name of the process's program.
    case failed(String, program: String)
    /// A system call filter ended the process because of a call that the recorder made. The
    /// recorder had not detected the filter.
    case endedByAnalysis(program: String)
    /// Some processes ran a program of the Swift toolchain or a package manifest. Such a process is
    /// followed only to reach the programs that it starts.
    case skipped
  }

  private let executable: URL
  private let options: ExecOptions
  private let library: URL

  /// - Throws: ``CommandError`` if the program cannot be found, or the preloaded library is not
  ///   installed.
  init(_ options: ExecOptions) throws(CommandError) {
    guard let executable = ExecutableSearch.find(options.program) else {
      throw CommandError("there is no program '\(options.program)' that can be run")
    }
    guard let library = Self.findLibrary() else {
      throw CommandError(
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
  /// report. The program and the processes that it started are killed if a second signal follows,
  /// if a signal arrives while a report is made, or if the program does not end in time; see
  /// ``Interruption``.
  ///
  /// - Parameter body: A closure that receives the report of each process as soon as it is
  ///   complete.
  /// - Returns: The way in which the program ended, whether processes that it started still run,
  ///   and whether one of them was forked and runs the same program; `nil` if a signal killed the
  ///   program and its processes.
  func run(
    _ body: (Report) throws(CommandError) -> Void
  ) throws(CommandError) -> Outcome? {
    let reports = try PrivateFolder()
    defer { reports.remove() }
    let preload = try PreloadPath(of: library, reports: reports.url)
    defer { preload.remove() }
    let variables = environment(reports.url, preload)
    let isLoadable = RecorderRoom(of: executable, linkage).suffices(with: variables)
    let program = try SpawnedProgram(
      executable, name: options.program, arguments: options.arguments,
      environment: isLoadable ? variables : ProcessInfo.processInfo.environment,
      folder: reports.url, signalsDescendants: options.followsChildren)
    defer { program.release() }
    var interruption = Interruption()
    var wait = WaitForOthers(program: options.program)
    var answers: [String: Int] = [:]
    do {
      while true {
        try program.update()
        let files = Self.files(in: reports.url)
        for report in collect(files, from: reports.url, counting: &answers) { try body(report) }
        if let ending = program.ending, program.isOver || !options.followsChildren {
          // The supervisor's next event shows whether all other processes have ended as well.
          if !program.isOver { try program.update() }
          for report in lost(in: reports.url, ending) { try body(report) }
          if options.followsChildren, !interruption.hasKilled {
            for report in missing(in: reports.url, answers) { try body(report) }
          }
          for process in program.undetectedFilters {
            let name = Self.programName(of: process, in: reports.url)
            try body(.failed(Self.undetectedFilter, program: name))
          }
          if !isLoadable {
            try body(.failed(RecorderRoom.reason, program: executable.lastPathComponent))
          }
          // The supervisor kills a program that ignores a signal that was passed on to it.
          let isKilled = SpawnedProgram.signalReceived != nil && ending == .signal(SIGKILL)
          if interruption.hasKilled || isKilled { return nil }
          return Outcome(
            ending: ending, leavesProcesses: !program.isOver,
            continuesInFork: !program.isOver && isRunning(in: reports.url))
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

  /// The state when the program has ended.
  struct Outcome {
    var ending: SpawnedProgram.Ending
    /// A Boolean value indicating whether processes that the program started still run.
    var leavesProcesses: Bool
    /// A Boolean value indicating whether one of these processes runs the program itself.
    var continuesInFork: Bool
  }

  /// Returns whether a process of this run executes the program's file. The initial environment of
  /// such a process names the folder of the reports.
  private func isRunning(in reports: URL) -> Bool {
    let own = executable.resolvingSymlinksInPath().path
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.contains { process in
      guard Int(process) != nil,
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")) == own,
        let environment = FileManager.default.contents(atPath: "/proc/\(process)/environ")
      else { return false }
      return environment.range(of: Data(reports.path.utf8)) != nil
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
    // jemalloc's cache of each thread keeps the addresses of blocks that it has handed out. These
    // words would look like references.
    let allocatorOptions = variables["MALLOC_CONF"].map { [$0] } ?? []
    variables["MALLOC_CONF"] = (allocatorOptions + ["tcache:false"]).joined(separator: ",")
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
  /// another name or, if the process's system calls are filtered, is empty.
  ///
  /// - Parameter answers: The number of answers of each process. The collected answers are added.
  private func collect(
    _ files: [String], from reports: URL, counting answers: inout [String: Int]
  ) -> [Report] {
    let tools = files.filter { $0.hasSuffix(".tool") }
    for tool in tools { try? FileManager.default.removeItem(at: reports.appending(path: tool)) }
    let skipped: [Report] = tools.isEmpty ? [] : [.skipped]
    return skipped
      + files.filter { $0.hasSuffix(".json") }.sorted().compactMap { name in
        let file = reports.appending(path: name)
        // A process whose system calls are filtered may write its file in place, so that the file
        // is empty at first.
        guard let data = try? Data(contentsOf: file), !data.isEmpty else { return nil }
        answers[Self.process(name), default: 0] += 1
        let known = ExecAnswer.programs(of: file).last
        let mark = URL(fileURLWithPath: file.path + ".analyzing")
        for taken in [file, mark] { try? FileManager.default.removeItem(at: taken) }
        let current = known.map { ProgramFile(URL(fileURLWithPath: $0.path)).linkage } ?? .dynamic
        // Reports of followed programs without Swift, such as a shell or a linker, are ignored.
        if let known, !(known.isSwift ?? (current != .noSwift)) { return nil }
        let program = Self.name(of: known?.path ?? "")
        // The program's file may have been deleted or replaced before its report is read.
        let linkage = current == .staticRuntime ? current : .dynamic
        switch ExecAnswer(data) {
        case .report(let data): return .written(data, program: program, linkage)
        case .failure(let reason): return .failed(reason, program: program)
        }
      }
  }

  /// Returns the path of the program that wrote an answer, or that began to write it; empty if the
  /// path is unknown.
  private static func program(of answer: URL) -> String {
    ExecAnswer.programs(of: answer).last?.path ?? ""
  }

  /// Returns the file name of the program that a process runs; empty if it is unknown.
  private static func programName(of process: pid_t, in reports: URL) -> String {
    let answer = ExecAnswer.file(in: reports.path, process: process)
    return name(of: program(of: URL(fileURLWithPath: answer)))
  }

  /// Returns the file name of a program, without the path to its folder.
  private static func name(of program: String) -> String {
    program.split(separator: "/").last.map(String.init) ?? ""
  }

  /// Returns the failures of processes that began a report but did not complete it.
  private func lost(in reports: URL, _ ending: SpawnedProgram.Ending) -> [Report] {
    Self.files(in: reports).filter { $0.hasSuffix(".analyzing") }.map { mark in
      // The file `4711.json.analyzing` shows that the analysis for `4711.json` has begun.
      let answer = reports.appending(path: mark).deletingPathExtension()
      let name = Self.name(of: Self.program(of: answer))
      if ending == .signal(SIGSYS) { return .endedByAnalysis(program: name) }
      return .failed(
        "it did not complete its report. Possible causes: a signal killed it during the analysis; "
          + "a limit on the size of files, a full temporary folder (TMPDIR) or a system call "
          + "filter (seccomp) prevented it from writing the report", program: name)
    }
  }

  /// Returns the identifier of the process that wrote a file.
  private static func process(_ file: String) -> String {
    file.split(separator: ".").first.map(String.init) ?? ""
  }

  /// Returns the failures of Swift programs that wrote no answer.
  ///
  /// Each recorded process notes its program when it starts, when it is forked, and when it
  /// executes or starts a program without the recorder. The supervisor, which starts the first
  /// program, makes no note.
  ///
  /// - Parameter answers: The number of answers that each process has written.
  private func missing(in reports: URL, _ answers: [String: Int]) -> [Report] {
    let files = Self.files(in: reports)
    let begun = Set(files.filter { $0.hasSuffix(".analyzing") }.map(Self.process))
    let programs = files.filter { $0.hasSuffix(".program") }.sorted().flatMap { name in
      let process = Self.process(name)
      let count = answers[process, default: 0] + (begun.contains(process) ? 1 : 0)
      return ExecAnswer.programs(of: reports.appending(path: name)).unanswered(answers: count)
    }
    let first = ProcessPrograms.Program(path: executable.path, isSwift: true)
    let isUnrecorded = linkage == .fullyStatic || linkage == .privileged
    return ((isUnrecorded ? [first] : []) + programs).compactMap { program in
      let linkage = ProgramFile(URL(fileURLWithPath: program.path)).linkage
      if program.isSwift == nil, linkage == .noSwift { return nil }
      let reason = linkage == .fullyStatic || linkage == .privileged ? linkage.obstacle : nil
      return .failed(reason ?? Self.noReport, program: Self.name(of: program.path))
    }
  }

  private static let noReport =
    "it wrote no report. Possible causes: a signal killed it; it ended by a system call instead of "
    + "exit or _exit; it executed another program; or it was started without the environment "
    + "variables that load the recorder"

  private static let undetectedFilter =
    "it installed a system call filter (seccomp) by a direct system call, and the filter may end "
    + "it when the analysis makes a system call"

  static let libraryName = "libLeakPreload.so"

  static func findLibrary() -> URL? {
    let folder = CommandLineArguments.executable.resolvingSymlinksInPath()
      .deletingLastPathComponent()
    return [folder, folder.deletingLastPathComponent().appending(path: "lib")]
      .map { $0.appending(path: libraryName) }
      .first { FileManager.default.isReadableFile(atPath: $0.path) }
  }
}
