import Testing

/// Suites that execute code in child processes, one after the other: a process prepares for that
/// once, in a forked process with one thread.
@Suite(.serialized) enum ExecutionSuites {}
