/// The declarations at the beginning of every generated program.
enum Prelude {
  /// The types and functions that the generated classes use.
  static let text = #"""
    import Dispatch
    import Foundation
    import Synchronization

    /// The program's own record of the objects that exist.
    enum Truth {
      static let capacity = 1 << 14
      nonisolated(unsafe) static let alive: UnsafeMutablePointer<UInt8> = {
        let table = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        table.initialize(repeating: 0, count: capacity)
        return table
      }()
      nonisolated(unsafe) static var removesRoots = false
      nonisolated(unsafe) static var text = [UInt8]()

      static func born(_ number: Int) { alive[number] = 1 }
      static func died(_ number: Int) { alive[number] = 0 }

      /// Waits until no object has been freed for a while.
      static func settle() {
        var before = (0..<capacity).reduce(0) { $0 + Int(alive[$1]) }
        var calm = 0
        // A thread that releases a removed root may wait for a processor.
        for _ in 0..<400 where calm < (removesRoots ? 60 : 15) {
          usleep(2_000)
          let now = (0..<capacity).reduce(0) { $0 + Int(alive[$1]) }
          calm = now == before ? calm + 1 : 0
          before = now
        }
      }

      static func report(_ title: StaticString) {
        text.removeAll(keepingCapacity: true)
        title.withUTF8Buffer { text += $0 }
        for number in 0..<capacity where alive[number] != 0 {
          text.append(32)
          var digits: [UInt8] = []
          var rest = number
          repeat { digits.append(UInt8(48 + rest % 10)); rest /= 10 } while rest > 0
          text += digits.reversed()
        }
        text.append(10)
        text.withUnsafeBytes { _ = write(1, $0.baseAddress, $0.count) }
      }
    }

    /// Uses a value in a way that is opaque to the optimizer.
    @inline(never) @_optimize(none) func touch<Value>(_ value: Value) {}
    @inline(never) @_optimize(none) func touchUncopyable<Value: ~Copyable>(_ value: borrowing Value) {}

    /// Runs `body` 32 KiB below the caller's frame, so that the words that it leaves on the stack
    /// are outside the frames of later calls. ``wipe()`` overwrites these words.
    @inline(never) @_optimize(none) func descend(to limit: UInt? = nil, _ body: () -> Void) {
      var word: UInt = 0
      let here = withUnsafeMutablePointer(to: &word) { UInt(bitPattern: $0) }
      let limit = limit ?? here - (32 << 10)
      if here > limit { descend(to: limit, body) } else { body() }
      touch(word)
    }

    /// Overwrites the stack below the caller's frame.
    @inline(never) @_optimize(none) func wipe() {
      var word = 0
      withUnsafeMutableBytes(of: &word) { bytes in
        let size = 512 << 10
        _ = memset(bytes.baseAddress! - size, 0, size - 1_024)
      }
    }

    /// Records the objects that exist and ends the process. If the roots are to be removed, the
    /// process does not end.
    @inline(never) @_optimize(none) func finish(settles: Bool) {
      wipe()
      if settles { Truth.settle() }
      Truth.report("alive")
      if !Truth.removesRoots { exit(0) }
    }

    protocol Marked: AnyObject { func poke() }
    protocol Holding {}
    struct Held<Value>: Holding { var small: Int8 = 3; var value: Value }

    final class Box<Value> {
      var value: Value
      init(_ value: Value) { self.value = value }
    }
    final class BoxFailure<Value>: Error, @unchecked Sendable {
      var value: Value
      init(_ value: Value) { self.value = value }
    }
    struct Failure<Value>: Error, @unchecked Sendable { var value: Value }
    struct WeakRef<Object: AnyObject> { weak var object: Object? }
    struct UnownedRef<Object: AnyObject> { unowned var object: Object }
    struct UnownedUnsafeRef<Object: AnyObject> { unowned(unsafe) var object: Object }
    struct Key<Value>: Hashable {
      var id: Int
      var value: Value
      static func == (left: Self, right: Self) -> Bool { left.id == right.id }
      func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }
    @propertyWrapper struct Wrapped<Value> {
      private var changes = 0
      private var stored: Value
      var wrappedValue: Value {
        get { stored }
        set { stored = newValue; changes &+= 1 }
      }
      init(wrappedValue: Value) { stored = wrappedValue }
    }
    /// Stores a value in a mutex. A closure that does so in a function that is not generic crashes
    /// some versions of the compiler.
    func store<Value>(_ value: Value, in mutex: borrowing Mutex<Value?>) {
      mutex.withLock { $0 = value }
    }

    struct Uncopyable<Value>: ~Copyable {
      var small: Int8 = 3
      var value: Value
    }
    enum UncopyableChoice<Value>: ~Copyable {
      case none
      case value(Value)
      case pair(Int, Value)
    }
    struct Pack<each Value> { var values: (repeat each Value) }
    final class TailBuffer<Value>: ManagedBuffer<Int, Value> {
      deinit { withUnsafeMutablePointers { count, values in values.deinitialize(count: count.pointee) } }
      static func make(_ values: [Value]) -> TailBuffer<Value> {
        let buffer = create(minimumCapacity: values.count) { _ in values.count }
        let result = unsafeDowncast(buffer, to: TailBuffer<Value>.self)
        result.withUnsafeMutablePointerToElements { tail in
          for (offset, value) in values.enumerated() { (tail + offset).initialize(to: value) }
        }
        return result
      }
    }
    final class Subscripted { subscript<Value>(key key: Key<Value>) -> Int { key.id } }

    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    func capturing<Value>(_ value: Value) -> () -> Void {
      { touch(value) }
    }
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    func capturingPack<each Value>(_ value: repeat each Value) -> () -> Void {
      { repeat touch(each value) }
    }
    func automatic(_ value: @escaping @autoclosure () -> Any) -> () -> Any { value }

    /// Waits for a task's result without an asynchronous context.
    final class Outcome<Value>: @unchecked Sendable { var value: Value? }
    func wait<Value>(for task: Task<Value, Never>) {
      let done = DispatchSemaphore(value: 0)
      Task.detached {
        _ = await task.value
        done.signal()
      }
      done.wait()
    }

    """#
}
