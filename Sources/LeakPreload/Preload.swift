import Foundation
import HeapWalking

/// What the dynamic loader runs when it has loaded this library, before the program.
///
/// The section is the one for such functions; the attribute keeps the linker from
/// dropping it.
@section(".init_array")
@used
private let atLoad: @convention(c) () -> Void = {
  guard ReportRequest.isThere else { return }
  AllocationRecord.begin(.preparation)
  defer { AllocationRecord.endOwnWork() }
  // First of all: memory that was given back unseen keeps words that look like references.
  AllocationRecord.installed?.installEverywhere()
  guard let request = ReportRequest() else { return }
  if !request.followsChildren { request.hideFromChildren() }
  if ProgramReport.prepare(for: request) { SignalThread.start(for: request) }
}
