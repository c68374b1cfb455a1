public import Streams
import Synchronization

/// A disposable that may run a block when it is disposed.
///
/// One atomic slot stores the state: a block, *no block*, or *disposed*. The block is removed from
/// the slot before it runs, so it runs at most once. The `deinit` of this class releases the block
/// and does not run it.
@safe
open class RACDisposable: PackageObject, @unchecked Sendable {
  /// The state: `nil` if disposed, the object's own address if there is no block, and otherwise a
  /// retained `RACDisposalBlock`.
  private final let slot = unsafe Atomic<UnsafeRawPointer?>(nil)

  /// Creates a disposable without a block.
  public init() {
    super.init(counted: ())
    unsafe slot.store(noBlock, ordering: .releasing)
  }

  /// Creates a disposable that runs a block on its first `dispose()`.
  ///
  /// - Parameter block: The block. It is released after it has run or, if it never runs, together
  ///   with the disposable.
  public init(block: @escaping () -> Void) {
    super.init(counted: ())
    let retained = unsafe Unmanaged.passRetained(RACDisposalBlock(block)).toOpaque()
    unsafe slot.store(UnsafeRawPointer(retained), ordering: .releasing)
  }

  deinit {
    unsafe takeBlock(from: slot.load(ordering: .acquiring))
  }

  /// A Boolean value indicating whether the disposable has been disposed.
  open var isDisposed: Bool { unsafe load() == nil }

  /// Runs the block. Calls after the first have no effect.
  open func dispose() {
    var current = unsafe load()
    while unsafe current != nil {
      reachInterleavingPoint()
      let (exchanged, original) = unsafe slot.compareExchange(
        expected: current, desired: nil, ordering: .acquiringAndReleasing)
      if exchanged {
        unsafe takeBlock(from: current)?.block()
        return
      }
      unsafe current = original
    }
  }

  private final func load() -> UnsafeRawPointer? {
    reachInterleavingPoint()
    return unsafe slot.load(ordering: .acquiring)
  }

  /// The value of the slot if there is no block: the address of the object itself.
  ///
  /// The slot does not retain the object, because that would form a retain cycle.
  private final var noBlock: UnsafeRawPointer {
    unsafe UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
  }

  /// Returns the block to which `content` refers, or `nil` if there is no block. The caller takes
  /// ownership of the block.
  @discardableResult
  private final func takeBlock(from content: UnsafeRawPointer?) -> RACDisposalBlock? {
    guard let content = unsafe content, unsafe content != noBlock else { return nil }
    // The initializer retained the block. It is released only once, because the caller has removed
    // it from the slot, or the caller is `deinit`.
    return unsafe Unmanaged<RACDisposalBlock>.fromOpaque(content).takeRetainedValue()
  }
}

/// The block of a disposable, wrapped in an object so that the slot can refer to it. The class is
/// not a `TracedObject`, so the resource registry does not count its instances.
final class RACDisposalBlock {
  let block: () -> Void

  init(_ block: @escaping () -> Void) {
    self.block = block
  }
}
