import Testing

/// The suites that run code in child processes. They run one after the other, because the
/// preparation (`lk_execution_prepare`) changes the state of the whole process.
@Suite(.serialized) enum ExecutionSuites {}
