/// Causes in which a task that has not ended retains an object.
extension Cause {
  package static let asyncSequenceOnSelf = Cause(
    "async-sequence-on-self",
    summary: "A task that uses an async sequence retains an object until the sequence ends.",
    fix: "Finish the sequence, or cancel the task, when the object is done. So that the task "
      + "does not retain the object until then, capture [weak self], iterate a local copy of the "
      + "sequence and use `guard let self` inside the loop's body."
  ) { shape in
    let iterates = shape.isTaskIterating
    return shape.hasTask && (shape.hasAsyncStream || iterates)
      || shape.isHeld(by: "async sequence")
      || shape.isHeldByTask && iterates && shape.isTaskOnSelf
  }

  package static let methodKeepsObject = Cause(
    "method-keeps-object",
    summary: "A task runs a method or function that has not ended, and the call retains the object "
      + "until it returns.",
    fix: "Cancel the task, or end what the method awaits, when the object is done: while the "
      + "method runs, a weak capture in the task has no effect. Or move the method's loop or wait "
      + "into the task's closure, capture the object weakly, and use `guard let self` inside the "
      + "loop's body."
  ) { shape in
    shape.isTaskInMethod
  }

  package static let jobNeverRuns = Cause(
    "job-never-runs",
    summary: "A task waits in the queue of an executor, which has not run it.",
    fix: "Run every job that the executor accepted, also before the executor is released."
  ) { shape in
    shape.hasTask(waitingFor: .executor)
  }

  package static let tasksAwaitEachOther = Cause(
    "tasks-await-each-other",
    summary: "Tasks wait for each other's values, or a task waits for its own value, so that none "
      + "of them can end.",
    fix: "Do not await the value of a task that awaits this task, directly or through other "
      + "tasks. Cancelling the tasks does not end the wait."
  ) { shape in
    shape.hasTask(waitingFor: .ownValue)
  }

  package static let awaitedContinuation = Cause(
    "awaited-continuation",
    summary: "A task waits for a continuation that only objects retained by the task can resume.",
    fix: "Resume the continuation, or throw CancellationError through it, when the object "
      + "that keeps it is closed or the task is cancelled."
  ) { shape in
    shape.isCycle(through: Finding.continuationType) || shape.isCycleThroughContinuation
  }

  package static let lostContinuation = Cause(
    "lost-continuation",
    summary: "A task waits to be resumed, and nothing that could resume it exists any more.",
    fix: "Resume a continuation exactly once on every path, also before it is overwritten, set "
      + "to nil or released with its owner."
  ) { shape in
    shape.finding.rule == .overRetained && shape.hasUnfinishedTask || shape.hasLostTask
  }

  package static let endlessWait = Cause(
    "endless-wait", in: .cycles,
    summary: "A task waits for a library's object, such as an async stream, and nothing can end "
      + "the wait any more.",
    fix: "End the wait on every path: call finish() on a stream's continuation, also before "
      + "the continuation is released. Or cancel the task when its work is no longer needed."
  ) { shape in
    shape.isWaitForLibrary
  }

  package static let taskKeepsObject = Cause(
    "task-keeps-object",
    summary: "A task that has not ended retains an object.",
    fix: "Let the task end when the object is done: resume the continuation or finish the "
      + "sequence that the task awaits, or cancel the task."
  ) { shape in
    shape.isHeldByTask && !shape.isTaskOnSelf
  }

  package static let strongReferenceAcrossAwait = Cause(
    "strong-reference-across-await",
    summary: "A task keeps a strong reference to an object in a variable while it waits.",
    fix: "Capture the object weakly, and take a strong reference only between suspensions: use "
      + "`guard let self` inside the body of a loop, not before the loop. Or cancel the task when "
      + "the object is done."
  ) { shape in
    (shape.hasTask || shape.isHeldByTask) && shape.isStrongInVariable
  }

  package static let taskOnSelf = Cause(
    "task-on-self",
    summary: "A task retains an object that its body uses, for as long as it runs.",
    fix: "Write `Task { [weak self] in … }` and take a strong self only between "
      + "suspensions: a `guard let self` before a loop retains self until the loop ends. Or cancel "
      + "the task when the object is done."
  ) { shape in
    shape.hasTask || shape.isHeldByTask
  }
}
