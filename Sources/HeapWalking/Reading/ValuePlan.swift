/// The steps that read one value of a type, before they are added to ``PlanStore/steps``.
struct ValuePlan {
  var steps: [PlanStep] = []

  var isEmpty: Bool { steps.isEmpty }
}

/// The plan of a type after its steps were added to ``PlanStore/steps``.
struct StoredPlan {
  var steps: StepRange
  /// A Boolean value indicating whether an existential stores the value in a box.
  var isBoxed: Bool
}
