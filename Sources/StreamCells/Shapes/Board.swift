/// A board that owns its pieces.
final class Board {
  private(set) var pieces: [Piece] = []

  /// The leaking form.
  func place() { pieces.append(Piece(on: self)) }

  /// The fixed form.
  func placeWeakly() { pieces.append(Piece(weaklyOn: self)) }

  func clear() { pieces = [] }
}

/// A piece with a reference to its board.
final class Piece {
  let board: Board?
  private(set) weak var weakBoard: Board?

  init(on board: Board) { self.board = board }

  init(weaklyOn board: Board) {
    self.board = nil
    weakBoard = board
  }
}

extension Board {
  static let shape = Shape(
    "Board", .elementRetainsContainer, through: "Board", "Piece",
    leaking: {
      let board = Board()
      board.place()
      return ShapeExample(board, use: { board.pieces.first?.board === board }, end: board.clear)
    },
    fixed: {
      let board = Board()
      board.placeWeakly()
      return ShapeExample(
        board, use: { board.pieces.first?.weakBoard === board }, end: board.clear)
    })
}
