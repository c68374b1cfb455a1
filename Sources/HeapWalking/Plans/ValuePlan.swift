/// The steps to read one value of a type, before they are stored.
struct ValuePlan {
  var steps: [PlanStep] = []

  var isEmpty: Bool { steps.isEmpty }
}
