// A report is made of findings' text: whoever writes reports needs both.
@_exported public import FindingText
