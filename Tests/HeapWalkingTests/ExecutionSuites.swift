import Testing

/// The suites that run code in child processes. They run one after the other, because a process can
/// prepare for this only once, in a forked process with one thread.
@Suite(.serialized) enum ExecutionSuites {}
