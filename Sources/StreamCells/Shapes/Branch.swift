/// A branch with a twig that refers back to the branch.
final class Branch {
  private(set) var twig: Branch?
  private(set) var parent: Branch?
  private(set) weak var weakParent: Branch?

  /// The leaking form.
  func grow() {
    twig = Branch()
    twig?.parent = self
  }

  /// The fixed form.
  func growWeakly() {
    twig = Branch()
    twig?.weakParent = self
  }

  func prune() { twig = nil }
}

extension Branch {
  static let shape = Shape(
    "Branch", .strongParent, through: "Branch",
    leaking: {
      let branch = Branch()
      branch.grow()
      return ShapeExample(branch, use: { branch.twig?.parent === branch }, end: branch.prune)
    },
    fixed: {
      let branch = Branch()
      branch.growWeakly()
      return ShapeExample(branch, use: { branch.twig?.weakParent === branch }, end: branch.prune)
    })
}
