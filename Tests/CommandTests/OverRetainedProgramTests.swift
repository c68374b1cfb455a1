import Foundation
import TestSupport
import Testing

/// Tests of the reports on objects that memory or a task retains, although no object refers to
/// them.
@Suite(.runsPrograms) struct OverRetainedProgramTests {
  /// Functions that leak in different ways, and a function that clears the stack below `main`.
  private static let source = """
    import Foundation
    final class Model { let number = 1 }
    final class Child { let number: Int; init(_ number: Int) { self.number = number } }
    final class Other {}
    final class Parent { let child: AnyObject; init(_ child: AnyObject) { self.child = child } }
    final class Keeper { var children: [AnyObject] = [] }
    final class Holder { var memory: UnsafeMutableRawPointer? }
    enum Local { @TaskLocal static var model: Model? }
    let keeper = Keeper()
    @inline(never) func scrub(_ depth: Int = 40) -> Int {
      withUnsafeTemporaryAllocation(of: Int.self, capacity: 200) { words in
        words.initialize(repeating: 0)
        return depth == 0 ? words[3] : scrub(depth - 1) &+ words[depth]
      }
    }
    @inline(never) func lose<Value>(_ value: Value) {
      let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
      memory.initialize(to: value)
      memory.deallocate()
    }
    @inline(never) func leak(_ kind: String) {
      switch kind {
      case "text": for index in 0..<5 { lose(String(repeating: "x", count: 100 + index)) }
      case "data": for index in 0..<5 { lose(Data(repeating: 1, count: 200 + index)) }
      case "weak":
        let model = Model()
        lose({ [weak model] in print(model?.number ?? 0) })
      case "unowned":
        let model = Model()
        lose({ [unowned model] in print(model.number) })
      case "parents":
        for number in 0..<10 {
          let parent = Parent(Child(number))
          if number < 3 { keeper.children.append(parent.child) }
          _ = Unmanaged.passRetained(parent)
        }
      case "different":
        for number in 0..<10 {
          _ = Unmanaged.passRetained(Parent(number < 5 ? Child(number) as AnyObject : Other()))
        }
      case "memory":
        let holder = Holder()
        let memory = malloc(64)!
        memory.storeBytes(
          of: Unmanaged.passRetained(holder).toOpaque(), toByteOffset: 8,
          as: UnsafeMutableRawPointer.self)
        holder.memory = memory
      case "itself":
        let holder = Holder()
        holder.memory = Unmanaged.passRetained(holder).toOpaque()
      case "task":
        let model = Model()
        Task {
          await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
          print(model.number)
        }
        waitUntilOthersSleep()
      default:
        Local.$model.withValue(Model()) {
          _ = Task { try? await Task.sleep(for: .seconds(1000)) }
        }
        waitUntilOthersSleep()
      }
    }
    leak(CommandLine.arguments[1])
    _ = scrub()
    """

  @Test func theFixMatchesWhatRetainsTheObject() throws {
    try withCompiledProgram(Self.source, options: ["-g"]) { program in
      func report(_ kind: String) throws -> String {
        try Tool.run(["exec", "--color", "never", "--", program, kind]).errors
      }
      for kind in ["text", "data", "weak", "unowned"] {
        let text = try report(kind)
        #expect(text.contains("✖ over-retained"), "\(kind): \(text)")
        #expect(text.contains("fix: Look for an unbalanced retain"), "\(kind): \(text)")
        for words in ["maintainers", "is in the cycle"] {
          #expect(!text.contains(words), "\(kind): \(text)")
        }
        // The other objects are allocated by code without a known line in the program.
        if ["text", "unowned"].contains(kind) {
          #expect(!text.contains("in libraries"), "\(kind): \(text)")
        }
      }
      let parents = try report("parents")
      #expect(parents.contains("│ strong  child"), "\(parents)")
      #expect(parents.contains("one more release freed 2 objects"), "\(parents)")
      #expect(!parents.contains("1 of 2 objects"), "\(parents)")
      let different = try report("different")
      #expect(different.contains("retained in other occurrences: "), "\(different)")
      #expect(different.contains("verified (a trial freed all objects)"), "\(different)")
      let memory = try report("memory")
      let edit = "clear memory when done; if it is a pointer, first release what its memory retains"
      #expect(memory.contains(edit), "\(memory)")
      for text in [memory, try report("itself")] {
        #expect(text.contains("Holder"), "\(text)")
        #expect(!text.contains("fix: Clear the marked reference"), "\(text)")
      }
      let task = try report("task")
      #expect(task.contains("lost-continuation"), "\(task)")
      #expect(
        task.contains(
          "not verified: the Swift runtime cannot deallocate a task that has not ended"),
        "\(task)")
      let local = try report("local")
      #expect(local.contains("task-keeps-object"), "\(local)")
      #expect(!local.contains("[weak") && !local.contains("its body"), "\(local)")
    }
  }
}
