import Foundation
import TestSupport
import Testing

/// Tests of harmful deinitializers. `leakcheck exec` runs them when it tries a suggested break, and
/// they must have no effect outside the sandbox.
@Suite(.runsPrograms) struct SandboxTests {
  /// An action of a deinitializer, and texts that must be in the report.
  struct Deed: Sendable, CustomTestStringConvertible {
    var name: String
    /// Statements that may use `folder`, the path of a folder, and `port`, a port with a listener.
    var code: String
    /// The texts that must be in the report's line about trying the suggested break.
    var words: [String]
    var testDescription: String { name }
  }

  static let deeds = [
    Deed(
      name: "writes a file",
      code: #"FileManager.default.createFile(atPath: folder + "/new", contents: Data("x".utf8))"#,
      words: ["verified: breaking", "refused system calls", "open"]),
    Deed(
      name: "appends to an open file", code: #"write(log, "deinit\n", 7); lseek(log, 0, SEEK_SET)"#,
      words: ["verified: breaking", "refused system calls: write, lseek"]),
    Deed(
      name: "unlinks a file", code: #"unlink(folder + "/victim"); rmdir(folder)"#,
      words: ["verified: breaking", "unlink"]),
    Deed(
      name: "renames a file", code: #"rename(folder + "/victim", folder + "/renamed")"#,
      words: ["verified: breaking", "rename"]),
    Deed(
      name: "signals its parent and everybody",
      code: "kill(getppid(), SIGKILL); kill(program, SIGKILL); kill(0, SIGTERM)",
      words: ["verified: breaking", "refused system calls: kill"]),
    Deed(
      name: "connects and sends",
      code: """
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        connectToPort(socket)
        send(socket, "x", 1, 0)
        send(connection, "x", 1, 0)
        shutdown(connection, Int32(SHUT_RDWR))
        """, words: ["verified: breaking", "refused system calls: socket", "sendto", "shutdown"]),
    Deed(
      name: "forks",
      code: """
        typealias Fork = @convention(c) () -> Int32
        let fork = unsafeBitCast(dlsym(UnsafeMutableRawPointer(bitPattern: 0), "fork"), to: Fork.self)
        if fork() == 0 { FileManager.default.createFile(atPath: folder + "/child", contents: nil) }
        """, words: ["verified: breaking"]),
    Deed(
      name: "starts a program",
      code: """
        var child: pid_t = 0
        let path = strdup("/bin/touch")!
        var arguments = [path, strdup(folder + "/new"), nil]
        posix_spawn(&child, path, nil, nil, &arguments, nil)
        """, words: ["verified: breaking", "refused system calls: clone"]),
    Deed(
      name: "becomes another program",
      code: """
        var arguments = [strdup("touch"), strdup(folder + "/new"), nil]
        execv("/bin/touch", &arguments)
        """, words: ["verified: breaking"]),
    Deed(
      name: "writes to shared memory",
      code: """
        shared.storeBytes(of: 66, as: UInt8.self)
        let more = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, log, 0)
        if more != MAP_FAILED { more?.storeBytes(of: 66, as: UInt8.self) }
        """, words: ["verified: breaking", "refused system calls: mmap"]),
    Deed(
      name: "reads what the program was to read",
      code: "var byte: UInt8 = 0; read(0, &byte, 1)",
      words: ["verified: breaking", "refused system calls: read"]),
    Deed(
      name: "prints", code: #"for index in 0..<10_000 { print("deinit", index) }; fflush(stdout)"#,
      words: ["verified: breaking"]),
    Deed(
      name: "waits for an answer for a while",
      code: "_ = DispatchSemaphore(value: 0).wait(timeout: .now() + 60)",
      words: ["verified: breaking"]),
    Deed(
      name: "spins", code: "while getppid() != 0 {}", words: ["not verified", "ran out of time"]),
    Deed(
      name: "sleeps", code: "sleep(100)", words: ["not verified", "ran out of time"]),
    Deed(name: "exits", code: "exit(0)", words: ["not verified", "ended the process"]),
    Deed(name: "exits at once", code: "_exit(7)", words: ["not verified", "with status 7"]),
    Deed(name: "kills itself", code: "raise(SIGKILL)", words: ["not verified", "SIGKILL"]),
    Deed(name: "stops itself", code: "raise(SIGSTOP)", words: ["not verified", "ran out of time"]),
    Deed(name: "aborts", code: "abort()", words: ["not verified", "trapped (SIGABRT)"]),
    Deed(
      name: "traps", code: #"fatalError("planted")"#, words: ["not verified", "trapped"]),
    Deed(
      name: "reads at an invalid address",
      code: "print(UnsafePointer<Int>(bitPattern: 8)!.pointee)",
      words: ["not verified", "trapped (SIGSEGV)"]),
    Deed(
      name: "takes a lock that this thread has", code: "lock.lock()",
      words: ["not verified", "waited for a lock"]),
    Deed(
      name: "takes a lock that another thread has", code: "othersLock.lock()",
      words: ["not verified", "waited for a lock"]),
    Deed(
      name: "waits for another thread",
      code: """
        let semaphore = DispatchSemaphore(value: 0)
        DispatchQueue.global().async { semaphore.signal() }
        semaphore.wait()
        """, words: ["not verified", "waited for a lock"]),
    Deed(
      name: "starts threads that write a file",
      code: """
        let path = folder + "/new"
        Thread { FileManager.default.createFile(atPath: path, contents: nil) }.start()
        DispatchQueue.global().async { FileManager.default.createFile(atPath: path, contents: nil) }
        Task { FileManager.default.createFile(atPath: path, contents: nil) }
        """, words: ["verified: breaking"]),
    Deed(
      name: "allocates without end",
      code:
        "var all: [[UInt8]] = []; while true { all.append([UInt8](repeating: 1, count: 1 << 20)) }",
      words: ["not verified", "ran out of"]),
    Deed(
      name: "maps memory without end",
      code: """
        while true {
          let memory = mmap(
            nil, 1 << 24, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)!
          if memory == MAP_FAILED { fatalError("full") }
          memset(memory, 1, 1 << 24)
        }
        """, words: ["not verified", "trapped"]),
    Deed(
      name: "handles the sandbox's signal itself",
      code: #"signal(SIGSYS, SIG_IGN); unlink(folder + "/victim")"#, words: ["verified"]),
    Deed(
      name: "blocks the sandbox's signal",
      code: """
        var all = sigset_t()
        sigfillset(&all)
        sigprocmask(SIG_BLOCK, &all, nil)
        unlink(folder + "/victim")
        """, words: ["not verified", "made a refused system call"]),
  ]

  private static let source = """
    import Foundation
    final class Owner {
      var part: Part?
      deinit { harm() }
    }
    final class Part {
      var owner: Owner?
      var values = [1, 2, 3]
    }
    let folder = CommandLine.arguments[1]
    let deed = CommandLine.arguments[3]
    let program = getpid()
    let log = open(folder + "/log", O_RDWR | O_CREAT, 0o644)
    ftruncate(log, 4096)
    nonisolated(unsafe) let shared = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, log, 0)!
    let lock = NSLock()
    let othersLock = NSLock()
    func connectToPort(_ socket: Int32) {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = UInt16(CommandLine.arguments[2])!.bigEndian
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      _ = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    connectToPort(connection)
    @inline(never) func plant() {
      let owner = Owner()
      let part = Part()
      owner.part = part
      part.owner = owner
      show(owner)
      show(part)
    }
    @inline(never) func show(_ object: AnyObject) {
      if ObjectIdentifier(object).hashValue == 0 { print("shown") }
    }
    switch deed {
    case "takes a lock that this thread has": lock.lock()
    case "takes a lock that another thread has":
      Thread { othersLock.lock(); sleep(1000) }.start()
      waitUntilOthersSleep()
    default: break
    }
    plant()
    print("program")
    func harm() {
      switch deed {
      \(deeds.map { "case \"\($0.name)\":\ndo { \($0.code) }" }.joined(separator: "\n"))
      default: fatalError("no such deed")
      }
    }
    """

  @Test(arguments: ["-Onone", "-O"])
  func aDeinitializerHasNoEffectOutsideTheSandbox(_ optimization: String) throws {
    try withCompiledProgram(Self.source, options: [optimization, "-g"]) { path in
      for deed in Self.deeds { try check(deed, path) }
    }
  }

  private func check(_ deed: Deed, _ path: String) throws {
    try withTemporaryFolder { folder in
      let listener = try #require(Listener())
      try Data("victim".utf8).write(to: folder.appending(path: "victim"))
      let result = try Tool.run(
        ["exec", "--color", "never", "--", path, folder.path, "\(listener.port)", deed.name])
      #expect(result.status == 1, "\(deed): \(result.errors)")
      #expect(result.output == "program\n", "\(deed)")
      let line =
        result.errorLines.first { $0.contains("executed") || $0.contains("not verified") } ?? ""
      for words in deed.words { #expect(line.contains(words), "\(deed): \(result.errors)") }
      #expect(try files(below: folder) == ["log", "victim"], "\(deed)")
      #expect(try Data(contentsOf: folder.appending(path: "victim")) == Data("victim".utf8))
      #expect(try Data(contentsOf: folder.appending(path: "log")) == Data(count: 4096), "\(deed)")
      #expect(listener.receivedBytes() == [0], "\(deed): the program's own connection, no other")
      #expect(try Self.processes(running: path).isEmpty, "\(deed)")
    }
  }

  /// Returns the processes that have a path in their command line.
  private static func processes(running path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { entry in
      guard Int(entry) != nil, entry != "\(getpid())",
        let line = try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(entry)/cmdline"))
      else { return false }
      return String(decoding: line, as: UTF8.self).contains(path)
    }
  }
}

/// A listening socket on the loopback interface.
private final class Listener {
  let port: UInt16
  private let socket: Int32

  init?() {
    socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = unsafe inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let socket = self.socket
    let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(socket, address, length) | listen(socket, 8)
          | getsockname(socket, address, &length)
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    if status != 0 { return nil }
  }

  deinit { close(socket) }

  /// Returns the number of bytes received over each connection.
  func receivedBytes() -> [Int] {
    var counts: [Int] = []
    while true {
      let connection = accept(socket, nil, nil)
      guard connection >= 0 else { return counts }
      defer { close(connection) }
      var bytes = [UInt8](repeating: 0, count: 64)
      counts.append(max(0, unsafe recv(connection, &bytes, bytes.count, 0)))
    }
  }
}
