import Testing

@testable import HeapWalking

struct AddressReservationTests {
  private final class Flag { var isUp = false }

  private final class Item {
    let isGone: Flag
    init(isGone: Flag) { self.isGone = isGone }
    deinit { isGone.isUp = true }
  }

  private let isGone = Flag()

  /// Returns whether the address of an object is used again for a later object. Creates and
  /// releases objects until this happens, at most a thousand times.
  private func isAddressReused(reservedBy reservation: AddressReservation?) -> Bool {
    var first: UInt?
    for _ in 0..<1_000 {
      isGone.isUp = false
      let item = Item(isGone: isGone)
      let address = Address(of: item).bits
      if address == first { return true }
      if first == nil {
        first = address
        reservation?.reserve([address])
      }
      #expect(!isGone.isUp)
      withExtendedLifetime(item) {}
    }
    return false
  }

  @Test func aReservedAddressIsNotReused() {
    let reservation = AddressReservation()
    #expect(!isAddressReused(reservedBy: reservation))
    withExtendedLifetime(reservation) {}
    #expect(isAddressReused(reservedBy: nil), "control")
  }

  @Test func reservingAnAddressDoesNotRetainItsObject() {
    isGone.isUp = false
    let reservation = AddressReservation()
    do {
      let item = Item(isGone: isGone)
      let address = Address(of: item)
      reservation.reserve([address.bits])
      #expect(ReferenceCounts(of: address).strong == 1)
    }
    #expect(isGone.isUp)
    withExtendedLifetime(reservation) {}
  }
}
