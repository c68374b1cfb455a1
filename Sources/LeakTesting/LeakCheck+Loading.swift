/// Prepares the process for checks when the dynamic loader has loaded it.
///
/// The loader calls the functions in the section `.init_array`. `@used` prevents the linker from
/// removing this one.
@section(".init_array")
@used
private let atLoad: @convention(c) () -> Void = { LeakCheck.prepare() }
