import CRecorder

// This library is loaded before the C library. Therefore the program and all libraries, including
// those that are loaded later, call these functions by the C library's names, and `dlsym` finds
// them. The C functions have a variable number of arguments, which are passed like the parameters
// of these functions.

@_cdecl("prctl")
public func interposedPrctl(
  _ option: Int32, _ first: UInt, _ second: UInt, _ third: UInt, _ fourth: UInt
) -> Int32 {
  lk_noticed_prctl(option, first, second, third, fourth)
}

@_cdecl("syscall")
public func interposedSyscall(
  _ number: Int, _ first: UInt, _ second: UInt, _ third: UInt, _ fourth: UInt, _ fifth: UInt,
  _ sixth: UInt
) -> Int {
  lk_noticed_syscall(number, first, second, third, fourth, fifth, sixth)
}
