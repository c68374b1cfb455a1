// Reports consist of the text of findings: a user of this module needs both.
@_exported public import FindingText
