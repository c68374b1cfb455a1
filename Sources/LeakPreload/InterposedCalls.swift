import CRecorder

// The library is loaded before the C library, so that the program and all libraries call these
// functions by the C library's names, also those that it loads later or finds with `dlsym`. The C
// functions have a variable number of arguments, which are passed like these.

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
