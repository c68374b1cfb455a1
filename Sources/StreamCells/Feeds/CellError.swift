/// The error with which a matrix cell ends its stream.
struct CellError: Error {}
