import Testing

/// Suites that execute code in child processes, one after the other: a process prepares for that
/// once, in the copy of a program that has one thread.
@Suite(.serialized) enum ExecutionSuites {}
