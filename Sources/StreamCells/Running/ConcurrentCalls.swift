/// Two calls into the library, made by two threads at the same time.
struct ConcurrentCalls {
  var first: () -> Void
  var second: () -> Void
}
