// Reports consist of the text of findings, so users of this module also need the module
// `FindingText`.
@_exported public import FindingText
