/// A folder with a reference to the root of its tree, which may be the folder itself.
final class Folder {
  private(set) var root: Folder?
  private(set) weak var topmost: Folder?

  /// The leaking form.
  func becomeRoot() { root = self }

  /// The fixed form.
  func becomeTopmost() { topmost = self }

  func leaveRoot() { root = nil }
}

extension Folder {
  static let shape = Shape(
    "Folder", .objectRetainsItself, through: "Folder",
    leaking: {
      let folder = Folder()
      folder.becomeRoot()
      return ShapeExample(folder, use: { folder.root === folder }, end: folder.leaveRoot)
    },
    fixed: {
      let folder = Folder()
      folder.becomeTopmost()
      return ShapeExample(folder, use: { folder.topmost === folder }, end: {})
    })
}
