/// The steps to read one value of a type, before they are stored.
struct ValuePlan {
  var steps: [PlanStep] = []

  var isEmpty: Bool { steps.isEmpty }
}

/// A type's plan in the form that a walk can run.
struct StoredPlan {
  var steps: StepRange
  /// A Boolean value indicating whether an existential stores the value in a box.
  var isBoxed: Bool
}
