import TestSupport
import Testing

/// Tests of objects that only libdispatch's own variables keep alive.
@Suite(.runsPrograms) struct DispatchWorkTests {
  /// Nothing can write to the pipe except the reader itself, and nothing runs the main queue.
  private static let source = """
    import Foundation
    final class Reader: @unchecked Sendable {
      let pipe = Pipe()
      var channel: DispatchIO?
      var bytes = 0
      var descriptor: Int32 { pipe.fileHandleForReading.fileDescriptor }
      func readChannel() {
        let channel = DispatchIO(
          type: .stream, fileDescriptor: descriptor, queue: .global()
        ) { _ in }
        self.channel = channel
        channel.read(offset: 0, length: 10, queue: .global()) { _, _, _ in self.bytes += 1 }
      }
      func readDescriptor() {
        DispatchIO.read(
          fromFileDescriptor: descriptor, maxLength: 10, runningHandlerOn: .global()
        ) { _, _ in self.bytes += 1 }
      }
    }
    nonisolated(unsafe) var readers: [Reader] = []
    nonisolated(unsafe) var channels: [DispatchIO] = []
    @inline(never) func start(_ kind: String, keeping kept: String) {
      let reader = Reader()
      switch kind {
      case "channel": reader.readChannel()
      case "descriptor": reader.readDescriptor()
      case "item": DispatchQueue.main.async(execute: DispatchWorkItem { reader.bytes += 1 })
      default: DispatchQueue.main.async { reader.bytes += 1 }
      }
      if kept == "reader" { readers.append(reader) }
      if kept == "channel", let channel = reader.channel { channels.append(channel) }
    }
    start(CommandLine.arguments[1], keeping: CommandLine.arguments[2])
    waitUntilOthersSleep()
    """

  private static let channel = "a dispatch I/O channel"
  private static let mainQueue = "a block in the main queue"

  @Test func objectsThatOnlyDispatchRetainsAreReportedAsHeld() throws {
    try withCompiledProgram(Self.source, options: ["-Onone", "-g"]) { program in
      let kinds = [
        ("channel", Self.channel), ("descriptor", Self.channel), ("block", Self.mainQueue),
        ("item", Self.mainQueue),
      ]
      for (kind, keeper) in kinds {
        let result = try Tool.run(["exec", "--", program, kind, "nothing"])
        #expect(result.status == 0, "\(kind): \(result.errors)")
        for words in ["held-by-runtime", "  \(keeper)\n    │ retains", "Reader"] {
          #expect(result.errors.contains(words), "\(kind): \(result.errors)")
        }
        let gated = try Tool.run(["exec", "--fail-on", "held", "--", program, kind, "nothing"])
        #expect(gated.status == 1, "\(kind): \(gated.errors)")
      }
    }
  }

  /// If the program refers to the object or the channel, not only libdispatch retains the object.
  @Test func objectsThatTheProgramAlsoRetainsAreNotReported() throws {
    try withCompiledProgram(Self.source, options: ["-Onone", "-g"]) { program in
      let kinds = [
        ("channel", "reader"), ("channel", "channel"), ("descriptor", "reader"),
        ("block", "reader"), ("item", "reader"),
      ]
      for (kind, kept) in kinds {
        let result = try Tool.run(["exec", "--fail-on", "held", "--", program, kind, kept])
        #expect(result.status == 0, "\(kind), \(kept): \(result.errors)")
        #expect(!result.errors.contains("held-by-runtime"), "\(kind), \(kept): \(result.errors)")
      }
    }
  }

  private static let handleSource = """
    import Foundation
    final class Tail: @unchecked Sendable {
      let pipe = Pipe()
      var bytes = 0
      func read() {
        pipe.fileHandleForReading.readabilityHandler = { self.bytes += $0.availableData.count }
      }
      func write() {
        pipe.fileHandleForWriting.writeabilityHandler = { _ in self.bytes += 1 }
      }
      func stop() {
        pipe.fileHandleForReading.readabilityHandler = nil
        pipe.fileHandleForWriting.writeabilityHandler = nil
      }
    }
    @inline(never) func start(_ arguments: [String]) {
      let tail = Tail()
      arguments[1] == "read" ? tail.read() : tail.write()
      if arguments[2] == "stop" { tail.stop() }
    }
    start(CommandLine.arguments)
    waitUntilOthersSleep()
    """

  @Test(arguments: ["read", "write"])
  func theHandlerOfAFileHandleIsExplained(kind: String) throws {
    try withCompiledProgram(Self.handleSource, options: ["-Onone", "-g"]) { program in
      let leaking = try Tool.run(["exec", "--fail-on", "held", "--", program, kind, "go on"])
      #expect(leaking.status == 1, "\(leaking.errors)")
      for words in ["file-handle-handler: ", "[weak self] in the handler", "Handler to nil"] {
        #expect(leaking.errors.contains(words), "\(leaking.errors)")
      }
      // The edit that the report suggests.
      let fixed = try Tool.run(["exec", "--fail-on", "held", "--", program, kind, "stop"])
      #expect(fixed.status == 0, "\(fixed.errors)")
    }
  }

  /// The block of a cancelled work item does not run, so it cannot clear the variable.
  private static let itemSource = """
    import Dispatch
    final class Search {
      var item: DispatchWorkItem?
      var count = 0
      func start() {
        var item: DispatchWorkItem!
        item = DispatchWorkItem { [weak self] in if !item.isCancelled { self?.count += 1 } }
        self.item = item
      }
      func startByProperty() {
        item = DispatchWorkItem { [weak self] in
          if self?.item?.isCancelled == false { self?.count += 1 }
        }
      }
    }
    let search = Search()
    CommandLine.arguments[1] == "variable" ? search.start() : search.startByProperty()
    search.item?.perform()
    search.item = nil
    print(search.count)
    """

  @Test func aWorkItemCapturedByItsOwnBlockIsExplained() throws {
    try withCompiledProgram(Self.itemSource, options: ["-Onone", "-g"]) { program in
      let leaking = try Tool.run(["exec", "--", program, "variable"])
      #expect(leaking.status == 1 && leaking.output == "1\n", "\(leaking.errors)")
      #expect(leaking.errors.contains("work-item-uses-itself: "), "\(leaking.errors)")
      // The edit that the report suggests.
      let fixed = try Tool.run(["exec", "--", program, "property"])
      #expect(fixed.status == 0 && fixed.output == "1\n", "\(fixed.errors)")
    }
  }
}
