import Testing

/// The suites that execute code in child processes. They run one after the other, because a process
/// prepares for executions only once, in a forked process with one thread.
@Suite(.serialized) enum ExecutionSuites {}
