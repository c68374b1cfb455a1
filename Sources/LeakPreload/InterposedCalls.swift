import CRecorder

// Replacements for functions of the C library. This library is loaded before the C library, so
// these functions are found first: by the program, by `dlsym`, and by all libraries, even those
// that are loaded later. prctl and syscall have a variable number of arguments in C, which are
// passed in the same way as the parameters of these functions.

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

@_cdecl("dlclose")
public func interposedDlclose(_ handle: UnsafeMutableRawPointer?) -> Int32 {
  unsafe lk_close_library(handle)
}
