import Testing

@testable import HeapWalking

struct AddressReservationTests {
  private final class Item {
    let isGone: UnsafeMutablePointer<Bool>
    init(isGone: UnsafeMutablePointer<Bool>) { self.isGone = isGone }
    deinit { isGone.pointee = true }
  }

  private let isGone = UnsafeMutablePointer<Bool>.allocate(capacity: 1)

  /// Makes an object and drops it, until one has the address of the first.
  private func isAddressUsedAgain(reservedBy reservation: AddressReservation?) -> Bool {
    var first: UInt?
    for _ in 0..<1_000 {
      isGone.pointee = false
      let item = Item(isGone: isGone)
      let address = UInt(bitPattern: Unmanaged.passUnretained(item).toOpaque())
      if address == first { return true }
      if first == nil {
        first = address
        reservation?.reserve([address])
      }
      #expect(!isGone.pointee)
      withExtendedLifetime(item) {}
    }
    return false
  }

  @Test func aReservedAddressMeansOneObject() {
    defer { isGone.deallocate() }
    let reservation = AddressReservation()
    #expect(!isAddressUsedAgain(reservedBy: reservation))
    withExtendedLifetime(reservation) {}
    #expect(isAddressUsedAgain(reservedBy: nil), "control")
  }

  @Test func theObjectItselfIsNotKept() {
    defer { isGone.deallocate() }
    isGone.pointee = false
    let reservation = AddressReservation()
    do {
      let item = Item(isGone: isGone)
      let address = Address(of: item)
      reservation.reserve([address.bits])
      #expect(ReferenceCounts(of: address).strong == 1)
    }
    #expect(isGone.pointee)
    withExtendedLifetime(reservation) {}
  }
}
