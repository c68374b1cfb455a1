/// The way in which a subject ended.
enum SubjectTermination {
  case completed
  case error(any Error)
  case disposed
}
