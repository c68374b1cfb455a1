// Reports consist of the text of findings, so users of this module need that module as well.
@_exported public import FindingText
