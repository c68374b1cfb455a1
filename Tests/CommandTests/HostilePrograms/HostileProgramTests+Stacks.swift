import Foundation
import Testing

/// Tests of stacks that the C library did not allocate, and of memory that looks like a stack.
extension HostileProgramTests {
  /// Returns the source of a program that creates a thread with `clone`. The expression `stack`
  /// allocates the stack. The thread runs `body` and then calls `getpid()` again and again. The C
  /// library has no thread-local data for it.
  private static func clone(stack: String, body: String) -> String {
    """
    typealias Body = @convention(c) (UnsafeMutableRawPointer?) -> Int32
    typealias Clone =
      @convention(c) (Body, UnsafeMutableRawPointer, Int32, UnsafeMutableRawPointer?) -> Int32
    let clone = unsafeBitCast(dlsym(UnsafeMutableRawPointer(bitPattern: 0), "clone"), to: Clone.self)
    @inline(never) func descend(_ depth: Int, _ body: () -> Void) {
      if depth == 0 { body() } else { descend(depth - 1, body) }
    }
    final class Kept { var other: Kept? }
    let size = 1 << 19
    func mapped() -> UnsafeMutableRawPointer {
      mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    }
    let stack: UnsafeMutableRawPointer = \(stack)
    let isReady = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    isReady.pointee = 0
    // CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM
    let thread = clone({ isReady in
      \(body)
      isReady!.storeBytes(of: getpid(), as: Int32.self)
      while true { _ = getpid() }
    }, stack + size, 0x50F00, isReady)
    precondition(thread > 0)
    while UnsafeMutableRawPointer(isReady).load(as: Int32.self) == 0 { usleep(1_000) }
    print("done")
    """
  }

  private static let unguarded = ["mapped()", "malloc(size)!"]
  private static let stacks =
    unguarded + [
      "{ let memory = mapped(); mprotect(memory, 4096, PROT_NONE); return memory }()"
    ]
  /// Code that leaks an object, and leaves its address far below the thread's stack pointer. The
  /// signal that stops the thread overwrites up to 12 KB below the pointer with its frame, which
  /// contains the registers.
  private static let losingBelow = "descend(1_000) { lose() }"
  /// Source that declares `Lost` and a function that leaks an instance.
  private static let declaringLost =
    "import Foundation\n"
    + HostileProgramTests.losing.split(separator: "\n").dropLast().joined(separator: "\n") + "\n"

  /// Data of the program may be directly below the stack.
  @Test(arguments: unguarded)
  func anObjectReferencedOnlyBelowAStackPointerIsInconclusive(stack: String) throws {
    let source = Self.declaringLost + Self.clone(stack: stack, body: Self.losingBelow)
    try withCompiledProgram(source, options: ["-Onone"]) { program in
      Self.expectInconclusive(
        try Self.exec(program),
        because: "1 object may have leaked: only memory below a thread's stack pointer")
    }
  }

  @Test func theUnusedPartOfAGuardedStackOwnsNothing() throws {
    let source =
      Self.declaringLost + Self.clone(stack: Self.stacks[2], body: Self.losingBelow)
    try withCompiledProgram(source, options: ["-Onone"]) { program in
      Self.expectFound(try Self.exec(program))
    }
  }

  @Test(arguments: stacks)
  func aThreadOnACustomStackHidesNoLeak(stack: String) throws {
    let body = "let kept = Kept(); _ = Unmanaged.passUnretained(kept)"
    let result = try Self.execLosing(Self.clone(stack: stack, body: body))
    Self.expectFound(result)
  }

  @Test(arguments: stacks)
  func objectsOnACustomStackAreNotReported(stack: String) throws {
    let body = """
      let kept = Unmanaged.passRetained(Kept()).toOpaque()
        defer { print(kept) }
      """
    try withCompiledProgram(
      "import Foundation\n" + Self.clone(stack: stack, body: body), options: ["-Onone"]
    ) { program in
      let result = try Self.exec(program)
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output == "done\n")
    }
  }

  /// Programs also place guard pages before memory that is not a stack, such as arenas.
  @Test func memoryBehindAGuardPageOwnsObjects() throws {
    let source = """
      import Foundation
      final class Kept { var other: Kept? }
      let length = 1 << 20
      let memory = mmap(
        nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)!
      mprotect(memory, 4096, PROT_NONE)
      @inline(never) func keep() {
        memory.storeBytes(
          of: Unmanaged.passRetained(Kept()).toOpaque(), toByteOffset: length / 2,
          as: UnsafeMutableRawPointer.self)
      }
      keep()
      print("done")
      """
    try withCompiledProgram(source, options: ["-Onone"]) { program in
      let result = try Self.exec(program)
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output == "done\n")
    }
  }
}
