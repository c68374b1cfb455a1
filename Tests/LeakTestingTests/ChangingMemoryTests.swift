import Foundation
import Testing

@testable import LeakTesting

/// Tests of checks while other threads change the memory that is examined.
@Suite struct ChangingMemoryTests {
  /// An object whose field may contain an address without a retain, as in an object that is being
  /// initialized in memory that another object used before.
  private final class Unfinished {
    var field: Node?

    /// Stores an address, or zero, without a retain or release.
    func set(_ address: UInt) {
      unsafe withUnsafeMutablePointer(to: &field) { pointer in
        unsafe UnsafeMutableRawPointer(pointer).storeBytes(of: address, as: UInt.self)
      }
    }
  }

  @Test func aLeakIsFoundOnceTheMemoryAgreesWithTheRetainCounts() {
    // The first check starts the recorder, which then records the object.
    let check = LeakCheck(allowing: AllowedTypes())
    let unfinished = Unfinished()
    defer { unfinished.set(0) }
    let address = check.run {
      let (first, second) = (Node(), Node())
      (first.next, second.next) = (second, first)
      return UInt(bitPattern: Unmanaged.passUnretained(first).toOpaque())
    }
    unfinished.set(address)
    var examinations: [Int] = []
    let hidden = check.failures { examinations.append($0) }
    #expect(hidden.count == 1 && hidden.first?.contains("2 objects may have leaked") == true)
    #expect(examinations == [1, 2, 3, 4])
    examinations = []
    let found = check.failures {
      examinations.append($0)
      if $0 == 2 { unfinished.set(0) }
    }
    #expect(found.count == 1 && found.first?.contains("Node") == true, "\(found)")
    #expect(examinations == [1, 2])
  }
}
