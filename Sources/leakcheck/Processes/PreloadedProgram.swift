import CRecorder
import ExecProtocol
import Foundation

/// A program that is run with the recorder loaded into it.
struct PreloadedProgram {
  /// What a process of the program left.
  enum Report {
    /// `leakcheck.json`, and the name of the program that left it and how it is linked.
    case written(Data, program: String, ProgramFile.Linkage)
    /// Why there is none.
    case failed(String)
    /// It is one of the toolchain's, which was followed to come to others.
    case passedOver
  }

  private let executable: URL
  private let options: ExecOptions
  private let library: URL

  /// - Throws: ``UsageError`` if it cannot be found, or what is loaded into it is not
  ///   installed.
  init(_ options: ExecOptions) throws(UsageError) {
    guard let executable = Self.find(options.program) else {
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

  /// How its file was linked.
  var linkage: ProgramFile.Linkage { ProgramFile(executable).linkage }

  /// Runs it to its end; its input, output and errors are this process's.
  ///
  /// A signal that asks this process to end ends the program, which leaves its report. A second
  /// one, or one that arrives while the report is made, ends everything at once.
  ///
  /// - Parameter body: Gets each process's report as soon as it is there, the program's own
  ///   last.
  /// - Returns: How the program ended, and whether others that it started still run; or `nil`
  ///   where a signal ended everything.
  func run(
    _ body: (Report) throws(UsageError) -> Void
  ) throws(UsageError) -> (ending: SpawnedProgram.Ending, leavesProcesses: Bool)? {
    let reports = try PrivateFolder()
    defer { reports.remove() }
    let program = try SpawnedProgram(
      executable, name: options.program, arguments: options.arguments,
      environment: environment(reports.url), folder: reports.url)
    defer { program.release() }
    var interruption = Interruption()
    var wait = WaitForOthers(program: options.program)
    do {
      while true {
        try program.update()
        for report in collect(from: reports.url) { try body(report) }
        if let ending = program.ending, program.isOver || !options.followsChildren {
          // That nothing else runs is reported next, if it is so.
          if !program.isOver { try program.update() }
          for report in lost(in: reports.url) { try body(report) }
          // A program that ignores a signal which is passed on is killed by the supervisor.
          let isKilled = SpawnedProgram.signalReceived != nil && ending == .signal(SIGKILL)
          return interruption.hasKilled || isKilled ? nil : (ending, !program.isOver)
        }
        if program.ending != nil { wait.notice() }
        let isAnalyzing = Self.isAnalyzing(in: reports.url)
        if interruption.mustKill(isAnalyzing: isAnalyzing) { program.killAll() }
        if program.isOver, program.ending == nil { return nil }
      }
    } catch {
      program.killAll()
      throw error
    }
  }

  /// A process of the program makes its report.
  private static func isAnalyzing(in reports: URL) -> Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: reports.path)) ?? []
    return names.contains { $0.hasSuffix(".analyzing") }
  }

  private func environment(_ reports: URL) -> [String: String] {
    var variables = ProcessInfo.processInfo.environment
    let others = variables["LD_PRELOAD"].map { [$0] } ?? []
    variables["LD_PRELOAD"] = ([library.path] + others).joined(separator: ":")
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

  /// The reports that are there, which are taken away; a file that is being written has
  /// another name.
  private func collect(from reports: URL) -> [Report] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: reports.path)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().compactMap { name in
      let file = reports.appending(path: name)
      // One that is empty is being written.
      guard let data = try? Data(contentsOf: file), !data.isEmpty else { return nil }
      let program = ExecAnswer.programFile(of: file)
      let path = (try? String(contentsOf: program, encoding: .utf8)) ?? ""
      let mark = URL(fileURLWithPath: file.path + ".analyzing")
      for taken in [file, mark] { try? FileManager.default.removeItem(at: taken) }
      let linkage = path.isEmpty ? .dynamic : ProgramFile(URL(fileURLWithPath: path)).linkage
      // What a shell or a linker that was followed left.
      if linkage == .noSwift { return nil }
      if options.followsChildren, Toolchain.includes(URL(fileURLWithPath: path)) {
        return .passedOver
      }
      switch ExecAnswer(data) {
      case .report(let data):
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        return .written(data, program: name, linkage)
      case .failure(let reason): return .failed(reason)
      }
    }
  }

  /// Why processes that began to make a report left none.
  private func lost(in reports: URL) -> [Report] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: reports.path)) ?? []
    return names.filter { $0.hasSuffix(".analyzing") }.map { _ in
      .failed(
        "its report cannot be written: a limit on the size of files, no space in the temporary "
          + "folder (TMPDIR), or a filter of system calls (seccomp)")
    }
  }

  static let libraryName = "libLeakPreload.so"

  static func findLibrary() -> URL? {
    let folder = CommandWords.executable.resolvingSymlinksInPath().deletingLastPathComponent()
    return [folder, folder.deletingLastPathComponent().appending(path: "lib")]
      .map { $0.appending(path: libraryName) }
      .first { FileManager.default.isReadableFile(atPath: $0.path) }
  }

  /// As a shell would: a path as it is, a name in `PATH`.
  static func find(_ name: String) -> URL? {
    let candidates =
      name.contains("/")
      ? [URL(fileURLWithPath: name)]
      : (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { URL(fileURLWithPath: String($0)).appending(path: name) }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) && isFile($0) }
  }

  private static func isFile(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return unsafe FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      && !isFolder.boolValue
  }
}
