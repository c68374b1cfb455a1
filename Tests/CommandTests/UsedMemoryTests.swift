import Foundation
import TestSupport
import Testing

/// Tests that objects are not reported if unusual memory of the program refers to them. If a
/// program has an argument, it also loses an object, which must be reported.
@Suite(.runsPrograms) struct UsedMemoryTests {
  struct Shape: Sendable, CustomTestStringConvertible {
    var name: String
    var source: String
    var testDescription: String { name }
  }

  private static let shapes = [
    Shape(
      name: "memory from valloc that was used before",
      source: """
        let old = (0..<400).map { _ in malloc(2_000)! }
        let between = malloc(64)!
        for block in old { free(block) }
        let nodes = valloc(16 * 1_024)!.bindMemory(to: Node.self, capacity: 1_000)
        for index in 0..<1_000 { (nodes + index).initialize(to: Node(index)) }
        """),
    Shape(
      name: "a global pointer past the last element",
      source: """
        let end = UnsafeMutablePointer<Node>.allocate(capacity: 64) + 64
        for index in 1...64 { (end - index).initialize(to: Node(index)) }
        """),
    Shape(
      name: "an object's pointer past the last element, at the end of a page",
      source: """
        final class Stack {
          var end: UnsafeMutablePointer<Node>
          init(_ start: UnsafeMutableRawPointer, _ count: Int) {
            end = start.bindMemory(to: Node.self, capacity: count) + count
            for index in 1...count { (end - index).initialize(to: Node(index)) }
          }
        }
        var pages: UnsafeMutableRawPointer?
        posix_memalign(&pages, 4_096, 4_096)
        let stacks = [Stack(pages!, 512), Stack(malloc(512)!, 64)]
        pages = nil
        """),
    Shape(
      name: "a handler on an alternate signal stack ends the program",
      source: """
        var stack = stack_t()
        stack.ss_sp = malloc(1 << 17)!
        stack.ss_size = 1 << 17
        sigaltstack(&stack, nil)
        var action = sigaction()
        action.sa_flags = SA_ONSTACK
        action.__sigaction_handler.sa_handler = { _ in exit(0) }
        sigaction(SIGUSR1, &action, nil)
        @inline(never) func work() {
          let nodes = (0..<5).map { Node($0) }
          nodes[0].next = nodes[1]
          raise(SIGUSR1)
          for node in nodes { use(node) }
        }
        work()
        """),
    Shape(
      name: "a thread waits in a handler on an alternate signal stack",
      source: """
        let ready = DispatchSemaphore(value: 0)
        @inline(never) func work() {
          let nodes = (0..<5).map { Node($0) }
          ready.signal()
          while getpid() > 0 { for node in nodes { use(node) } }
        }
        let thread = Thread {
          var stack = stack_t()
          stack.ss_sp = malloc(1 << 18)!
          stack.ss_size = 1 << 18
          sigaltstack(&stack, nil)
          var action = sigaction()
          action.sa_flags = SA_ONSTACK
          action.__sigaction_handler.sa_handler = { _ in
            handling.store(true, ordering: .relaxed)
            sleep(1_000)
          }
          sigaction(SIGUSR1, &action, nil)
          worker.store(UInt(pthread_self()), ordering: .relaxed)
          work()
        }
        thread.start()
        ready.wait()
        pthread_kill(pthread_t(worker.load(ordering: .relaxed)), SIGUSR1)
        while !handling.load(ordering: .relaxed) { usleep(1_000) }
        """),
    Shape(
      name: "a page that was made executable",
      source: """
        let page = mmap(nil, 4_096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)!
        page.storeBytes(
          of: Unmanaged.passRetained(Node(1)).toOpaque(), toByteOffset: 64,
          as: UnsafeMutableRawPointer.self)
        mprotect(page, 4_096, PROT_READ | PROT_EXEC)
        """),
    Shape(
      name: "memory at the address of a freed aligned block",
      source: """
        var block: UnsafeMutableRawPointer?
        posix_memalign(&block, 65_536, 65_536)
        free(block)
        let memory = mmap(
          block, 65_536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)!
        precondition(memory == block)
        block = nil
        memory.storeBytes(
          of: Unmanaged.passRetained(Node(1)).toOpaque(), toByteOffset: 4_000,
          as: UnsafeMutableRawPointer.self)
        """),
    Shape(name: "stacks of threads in one mapping", source: stacksInOneMapping(guards: false)),
    // Like this program, glibc 2.42 creates guard pages with MADV_GUARD_INSTALL.
    Shape(
      name: "stacks of threads in one mapping, with guard pages that it does not show",
      source: stacksInOneMapping(guards: true)),
    Shape(
      name: "a thread of the kernel works for the program",
      source: """
        typealias Call = @convention(c) (Int, Int, Int, Int, Int, Int, Int) -> Int
        let call = unsafeBitCast(dlsym(nil, "syscall")!, to: Call.self)
        var parameters = [UInt32](repeating: 0, count: 30)
        // io_uring_setup, and io_uring_enter after a request to read an empty pipe asynchronously.
        let ring = parameters.withUnsafeMutableBytes {
          call(425, 4, Int(bitPattern: $0.baseAddress!), 0, 0, 0, 0)
        }
        if ring >= 0 {
          func map(_ offset: Int) -> UnsafeMutableRawPointer {
            mmap(nil, 65_536, PROT_READ | PROT_WRITE, MAP_SHARED, Int32(ring), offset)
          }
          let (queue, request) = (map(0), map(0x1000_0000))
          var pipes: [Int32] = [0, 0]
          pipe(&pipes)
          request.storeBytes(of: 22, as: UInt8.self)
          request.storeBytes(of: 16, toByteOffset: 1, as: UInt8.self)
          request.storeBytes(of: pipes[0], toByteOffset: 4, as: Int32.self)
          request.storeBytes(
            of: UInt(bitPattern: malloc(8)!), toByteOffset: 16, as: UInt.self)
          request.storeBytes(of: 8, toByteOffset: 24, as: UInt32.self)
          queue.storeBytes(of: 0, toByteOffset: Int(parameters[16]), as: UInt32.self)
          queue.storeBytes(of: 1, toByteOffset: Int(parameters[11]), as: UInt32.self)
          precondition(call(426, ring, 1, 0, 0, 0, 0) == 1)
          usleep(50_000)
        }
        """),
    Shape(
      name: "a coroutine ends the program",
      source: """
        @_silgen_name("run_coroutine") func runCoroutine(_ body: @convention(c) () -> Void)
        @inline(never) func work() {
          let nodes = (0..<5).map { Node($0) }
          runCoroutine {
            let inner = Node(9)
            exit(0)
            use(inner)
          }
          for node in nodes { use(node) }
        }
        work()
        """),
  ]

  /// Returns the source of a program that allocates adjacent stacks in one mapping, and starts
  /// threads on them. Only a local variable of each thread refers to the thread's object.
  private static func stacksInOneMapping(guards: Bool) -> String {
    """
    let size = 1 << 18
    let stacks = mmap(
      nil, 4 * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)!
    let started = DispatchSemaphore(value: 0)
    for index in 0..<4 {
      // MADV_GUARD_INSTALL, which older systems refuse.
      if \(guards) { madvise(stacks + index * size, 4_096, 102) }
      var attributes = pthread_attr_t()
      pthread_attr_init(&attributes)
      pthread_attr_setstack(&attributes, stacks + index * size, size)
      var thread = pthread_t()
      pthread_create(&thread, &attributes, { _ in
        let node = Unmanaged.passRetained(Node(1)).toOpaque()
        started.signal()
        withExtendedLifetime(node) { _ = sleep(1_000) }
        return nil
      }, nil)
    }
    for _ in 0..<4 { started.wait() }
    """
  }

  private static let coroutine = """
    #include <stdlib.h>
    #include <ucontext.h>
    static ucontext_t caller, coroutine;
    void run_coroutine(void (*body)(void)) {
      getcontext(&coroutine);
      coroutine.uc_stack.ss_sp = malloc(1 << 18);
      coroutine.uc_stack.ss_size = 1 << 18;
      coroutine.uc_link = &caller;
      makecontext(&coroutine, body, 0);
      swapcontext(&caller, &coroutine);
    }
    """

  private static let losing = """
    final class Lost { var number = 1 }
    @inline(never) func look(_ lost: Lost) { lost.number &+= 1 }
    @inline(never) func lose() {
      let lost = Lost()
      look(lost)
      let lostMemory = UnsafeMutablePointer<Lost>.allocate(capacity: 8)
      lostMemory.initialize(to: lost)
    }
    /// Loses an object far below the frames that exist later, which may contain stale words.
    @inline(never) func lose(below depth: Int) {
      if depth == 0 { lose() } else { lose(below: depth - 1) }
      look(Lost())
    }
    if CommandLine.arguments.count > 1 { lose(below: 50) }
    """

  private static func program(_ shape: Shape) -> String {
    """
    import Foundation
    import Synchronization
    final class Node {
      var number: Int
      var next: Node?
      init(_ number: Int) { self.number = number }
    }
    let handling = Atomic(false)
    let worker = Atomic<UInt>(0)
    @inline(never) func use(_ node: Node) { node.number &+= 1 }
    \(losing)
    \(shape.source)

    """
  }

  @Test(arguments: shapes, ["-Onone", "-O"])
  func objectsReferencedByUnusualMemoryAreNotReported(
    _ shape: Shape, _ optimization: String
  ) throws {
    let coroutine = try compiledC(Self.coroutine, options: ["-c"], to: "coroutine.o")
    try withCompiledProgram(
      Self.program(shape), options: [optimization, "-g", "-swift-version", "5"],
      linking: [coroutine]
    ) { program in
      let clean = try Tool.run(["exec", "--color", "never", "--", program])
      #expect(clean.status == 0, "\(clean.errors)")
      let leaking = try Tool.run(["exec", "--color", "never", "--", program, "lose"])
      #expect(leaking.status == 1, "\(leaking.errors)")
      #expect(leaking.errors.contains("1 finding about over-retained"), "\(leaking.errors)")
      #expect(leaking.errors.contains("  Lost"), "\(leaking.errors)")
    }
  }

  private static let cxxHeader = """
    #pragma once
    #include <map>
    #include <vector>
    using Pointers = std::vector<void *>;
    struct Table {
      Table(void *pointer) { pointers[1] = pointer; }
    private:
      std::map<int, void *> pointers;
    };
    #define SHARED(name) __attribute__((swift_attr(name)))
    class SHARED("import_reference") SHARED("retain:retainShared") SHARED("release:releaseShared")
    Shared {
    public:
      int count = 1;
      void *pointer = nullptr;
    };
    inline void retainShared(Shared *shared) { shared->count++; }
    inline void releaseShared(Shared *shared) { if (--shared->count == 0) delete shared; }
    inline Shared *_Nonnull makeShared(void *pointer) SHARED("returns_retained") {
      Shared *shared = new Shared();
      shared->pointer = pointer;
      return shared;
    }
    """

  private static let cxxProgram = """
    import CxxTypes
    import Glibc
    final class Node { var number = 1 }
    final class Holder { var pointers = Pointers() }
    func retained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(Node()).toOpaque() }
    // Other blocks were at the addresses of the following ones.
    for size in stride(from: 16, through: 96, by: 16) {
      for block in (0..<200).map({ _ in malloc(size)! }) { free(block) }
    }
    let holder = Holder()
    holder.pointers.push_back(retained())
    var tables = [Table(retained())]
    var references = [makeShared(retained())]
    var any: Any = makeShared(retained())
    \(losing)
    print("done")
    """

  /// Only values of C++ types refer to the objects. Some allocators define C++'s `operator new`.
  @Test(arguments: ["-Onone", "-O"], [nil] + HostileProgramTests.allocators)
  func objectsInValuesOfImportedTypesAreNotReported(
    optimization: String, allocator: String?
  ) throws {
    let program = try Compilation(
      of: [
        "main.swift": Self.cxxProgram, "types.h": Self.cxxHeader,
        "module.modulemap":
          "module CxxTypes { header \"types.h\" requires cplusplus export * }",
      ],
      with: [
        "swiftc", optimization, "-g", "-I", ".", "-cxx-interoperability-mode=default", "main.swift",
        "-o", "program",
      ]
    ).outcome().file("program")
    let environment = allocator.map { ["LD_PRELOAD": $0] } ?? [:]
    let command = ["exec", "--color", "never", "--", program]
    let clean = try Tool.run(command, environment: environment)
    #expect(clean.status == 0, "\(clean.errors)")
    let leaking = try Tool.run(command + ["lose"], environment: environment)
    #expect(leaking.errors.contains("1 finding about over-retained"), "\(leaking.errors)")
    #expect(leaking.errors.contains("  Lost"), "\(leaking.errors)")
  }
}
