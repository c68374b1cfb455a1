/// How a subject ended.
enum SubjectTermination {
  case completed
  case error(any Error)
  case disposed
}
