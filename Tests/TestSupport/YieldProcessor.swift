#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Yields the processor to another thread.
func yieldProcessor() {
  sched_yield()
}
