/// A record of something that concerns a task, usually while a function of the task runs. Examples
/// are a child task, a task group, and a handler that is called when the task is cancelled or its
/// priority is raised. Such a record is in the frame of the function.
///
/// A record starts with its kind (one byte of a word) and the address of the record of the
/// enclosing scope. A record of children continues with the first child, and a record of a group
/// also with the last child.
///
/// Source: `TaskStatus.h` ("TaskStatusRecord", "TaskGroupTaskStatusRecord") and `MetadataValues.h`
/// ("TaskStatusRecordKind") in the Swift repository; checked with version 6.3.1.
struct TaskStatusRecord {
  private enum Kind: UInt8 {
    /// A child task of an `async let`.
    case child = 1
    case group = 2
    case cancellationHandler = 3
    /// A handler that is called when the priority of the task is raised.
    case priorityHandler = 4
  }

  private static let parent = 8
  private static let firstChild = 16
  private static let lastChild = 24

  private let address: Address
  private let kind: Kind?

  private init(at address: Address) {
    self.address = address
    kind = Kind(rawValue: address.byte())
  }

  /// Returns the status records of a task, innermost first.
  static func all(of task: Address) -> [TaskStatusRecord] {
    var records: [TaskStatusRecord] = []
    var address = task.address(TaskLayout.statusRecord)
    while address.isReadable, records.count < TaskLayout.recordLimit {
      records.append(TaskStatusRecord(at: address))
      address = address.address(parent)
    }
    return records
  }

  var isGroupRecord: Bool { kind == .group }

  /// A Boolean value indicating whether the record contains a handler, which may resume the task.
  var hasHandler: Bool { kind == .cancellationHandler || kind == .priorityHandler }

  /// The addresses at which the record of a group stores its first and its last child.
  var links: [UInt] {
    isGroupRecord ? [Self.firstChild, Self.lastChild].map { (address + $0).bits } : []
  }

  /// Returns the children to which the record refers. Some of them may have ended.
  ///
  /// - Parameter task: The task to which the record belongs.
  func children(ofTask task: Address) -> some Sequence<Address> {
    let first = kind == .child || kind == .group ? address.address(Self.firstChild) : Address(0)
    return sequence(first: first) { $0.address(TaskLayout.nextChild) }
      .lazy.prefix { child in
        child.isReadable && child.uint32(TaskLayout.flags) & TaskLayout.isChild != 0
          && child.address(TaskLayout.parent) == task
      }.prefix(TaskLayout.childLimit)
  }
}
