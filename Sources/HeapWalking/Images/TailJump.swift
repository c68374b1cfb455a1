/// A function that consists of a jump to another one, as the optimizer makes of functions with the
/// same code.
enum TailJump {
  /// Returns the function that the code at `function` jumps to at once; `nil` where it does
  /// something else, and on other processors than x86-64.
  static func target(of function: Address) -> Address? {
    #if arch(x86_64)
      // `jmp rel32`, relative to the next instruction.
      guard function.isReadable, function.byte() == 0xE9 else { return nil }
      let bytes = (1...4).map { UInt32(function.byte($0)) << (8 * UInt32($0 - 1)) }
      let distance = Int(Int32(bitPattern: bytes.reduce(0, |)))
      return Address(function.bits &+ 5 &+ UInt(bitPattern: distance))
    #else
      return nil
    #endif
  }
}
