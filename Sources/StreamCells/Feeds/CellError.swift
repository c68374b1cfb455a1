/// The error that ends a cell's stream.
struct CellError: Error {}
