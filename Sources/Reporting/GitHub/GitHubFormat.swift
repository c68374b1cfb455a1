package import Findings

/// The output for GitHub, within GitHub's size limits.
///
/// - `leakcheck.annotations.txt`: workflow commands for a step to print;
/// - `leakcheck.summary.md`: text to append to `$GITHUB_STEP_SUMMARY`;
/// - `leakcheck.comment.md`: the comment on a pull request.
package struct GitHubFormat: ReportFormat {
  package let name = "github"

  package var fileOpenings: [String: String] {
    [
      // A report without annotations is an empty file.
      "leakcheck.annotations.txt": "", "leakcheck.summary.md": FirstScreen.opening,
      "leakcheck.comment.md": PullRequestComment.marker,
    ]
  }

  package init() {}

  package func files(for report: LeakReport) -> [OutputFile] {
    [
      OutputFile(
        path: "leakcheck.annotations.txt",
        contents: Self.annotations(for: report)),
      OutputFile(path: "leakcheck.summary.md", contents: Self.summary(of: report)),
      OutputFile(path: "leakcheck.comment.md", contents: PullRequestComment(report: report).text),
    ]
  }

  /// Returns only the workflow commands, for a step's standard output. The summary is written to
  /// the job's summary file.
  package func document(for report: LeakReport) -> String { Self.annotations(for: report) }

  static func annotations(for report: LeakReport) -> String {
    GitHubAnnotations(report: report).lines.map { $0 + "\n" }.joined()
  }

  /// Returns the Markdown for `$GITHUB_STEP_SUMMARY`, within GitHub's size limit.
  package static func summary(of report: LeakReport) -> String {
    GitHubSummary(report: report).text
  }
}
