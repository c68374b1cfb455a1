/// The page's style sheet.
enum HTMLStyle {
  static let sheet: HTML = """

    :root { color-scheme: light dark; --page: #ffffff; --text: #1c1d1f; --faint: #5f6368; --line: #d5d8dc;
      --raised: #f6f7f9; --red: #b3261e; --red-fill: #fdecea; --orange: #9a4a00; --orange-fill: #fff1e0;
      --blue: #0b57d0; --blue-fill: #e8f0fe; --green: #146c2e; --focus: #0b57d0; }
    @media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { --page: #16181b; --text: #e6e8eb;
      --faint: #a3a9b1; --line: #3a3f46; --raised: #1f2226; --red: #ff8a80; --red-fill: #43211f;
      --orange: #ffb870; --orange-fill: #3f2d18; --blue: #8ab4f8; --blue-fill: #1d2f4d; --green: #7fd695;
      --focus: #8ab4f8; } }
    :root[data-theme="dark"] { color-scheme: dark; --page: #16181b; --text: #e6e8eb; --faint: #a3a9b1;
      --line: #3a3f46; --raised: #1f2226; --red: #ff8a80; --red-fill: #43211f; --orange: #ffb870;
      --orange-fill: #3f2d18; --blue: #8ab4f8; --blue-fill: #1d2f4d; --green: #7fd695; --focus: #8ab4f8; }
    :root[data-theme="light"] { color-scheme: light; }
    body { margin: 0 auto; max-width: 74rem; padding: 0 1.2rem 4rem; background: var(--page);
      color: var(--text); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
    header { position: sticky; top: 0; z-index: 1; background: var(--page); padding: .6rem 0;
      border-bottom: 1px solid var(--line); }
    h1 { margin: 0; font-size: 1.35rem; } h2 { margin: 1.8rem 0 .6rem; font-size: 1.1rem; }
    h3 { font-size: 1rem; } header p { margin: .1rem 0 .5rem; }
    h1.leaking, .failed { color: var(--red); } h1.clean, .clean { color: var(--green); }
    h1.inconclusive, .inconclusive { color: var(--orange); } .held, .control { color: var(--blue); }
    .tools { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
    input, select, button { font: inherit; color: inherit; background: var(--raised);
      border: 1px solid var(--line); border-radius: 6px; padding: .3rem .6rem; }
    input { flex: 1 1 14rem; } select { flex: 0 1 16rem; min-width: 8rem; max-width: 100%; } output { color: var(--faint); }
    .keys, .note, .facts { color: var(--faint); font-size: .86rem; }
    header .keys { margin: .4rem 0 0; }
    kbd { border: 1px solid var(--line); border-radius: 4px; padding: 0 .3rem; font: inherit; }
    code, pre { font: 13px/1.45 ui-monospace, "SF Mono", Menlo, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
    pre { background: var(--raised); border-radius: 6px; padding: .7rem; overflow-x: auto; overflow-wrap: normal; }
    .finding { border: 1px solid var(--line); border-radius: 8px; margin: .7rem 0; padding: .5rem .9rem; scroll-margin-top: 12rem; }
    .finding.new { border-left: 4px solid var(--red); }
    .finding:focus, .node:focus rect, input:focus, select:focus, button:focus, summary:focus {
      outline: 2px solid var(--focus); outline-offset: 2px; }
    summary { cursor: pointer; } .more { margin: .4rem 0; }
    .badge, .chip { display: inline-block; border-radius: 6px; padding: 0 .45rem; border: 1px solid currentColor; font-size: .86rem; }
    .badge.new { color: var(--red); } .badge.known, .badge.accepted { color: var(--orange); }
    .badge.expected { color: var(--blue); } .chip { margin-right: .35rem; }
    .remedy { background: var(--raised); border-radius: 6px; padding: .4rem .9rem; } .remedy p { margin: .3rem 0; } .remedy ul { margin: .2rem 0; }
    figure { margin: .6rem 0; overflow-x: auto; } .graph { max-width: none; display: block; }
    .definitions { position: absolute; }
    .node rect { fill: var(--page); stroke: var(--line); stroke-width: 1.5; } .node { cursor: pointer; }
    .node text { fill: var(--text); text-anchor: middle; font: 13px system-ui, sans-serif; }
    .node.cycle rect { fill: var(--red-fill); stroke: var(--red); }
    .node.behind rect { fill: var(--orange-fill); stroke: var(--orange); }
    .node.held rect { fill: var(--blue-fill); stroke: var(--blue); }
    .edge path { marker-end: url(#arrow); fill: none; stroke: var(--faint); stroke-width: 1.5; }
    .edge text { fill: var(--faint); font: 12px system-ui, sans-serif; text-anchor: middle;
      paint-order: stroke; stroke: var(--page); stroke-width: 4px; }
    .edge text.start { text-anchor: start; } .edge text.end { text-anchor: end; }
    .edge.cycle path { stroke: var(--red); } .edge.cycle text { fill: var(--red); }
    .edge.weak path { stroke-dasharray: 6 4; } .edge.unowned path, .edge.unmanaged path { stroke-dasharray: 2 4; }
    .edge.break path { stroke-width: 4; } .edge.break text { font-weight: 700; }
    .graph.chosen .edge, .graph.chosen .node { opacity: .3; }
    .graph.chosen .way { opacity: 1; } .edge.way path { stroke-width: 3.5; }
    .path { font: 13px/1.45 ui-monospace, monospace; margin: .2rem 0; overflow-wrap: anywhere; }
    .wide { overflow-x: auto; } table { border-collapse: collapse; }
    th, td { text-align: left; padding: .25rem .7rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
    tr.way td { background: var(--blue-fill); }
    [hidden] { display: none; }

    """
}
