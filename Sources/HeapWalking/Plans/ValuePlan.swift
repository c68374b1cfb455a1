/// The steps to read one value of a type, before they are stored.
struct ValuePlan {
  var steps: [PlanStep] = []

  var isEmpty: Bool { steps.isEmpty }
}

/// A type's plan where a walk can run over it.
struct StoredPlan {
  var steps: StepRange
  /// A Boolean value indicating whether in an existential the value is kept in a box.
  var isBoxed: Bool
}
