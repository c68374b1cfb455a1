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
    html { scroll-padding-top: 8.5rem; }
    body { margin: 0 auto; max-width: 74rem; padding: 0 1.2rem 4rem; background: var(--page);
      color: var(--text); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
    a { color: inherit; text-decoration-color: var(--faint); text-underline-offset: 2px; }
    header { position: sticky; top: 0; z-index: 2; background: var(--page); padding: .6rem 0;
      border-bottom: 1px solid var(--line); }
    h1 { margin: 0; font-size: 1.35rem; } h1 a { text-decoration: none; }
    h2 { margin: 1.6rem 0 .6rem; font-size: 1.1rem; } h3 { font-size: 1rem; }
    header p { margin: .1rem 0 .5rem; }
    h1.leaking, .failed, .error strong { color: var(--red); } h1.clean, .clean { color: var(--green); }
    h1.inconclusive, h1.warning, .inconclusive { color: var(--orange); } td.held, .control { color: var(--blue); }
    .tools { display: flex; flex-wrap: wrap; gap: .5rem; align-items: baseline; }
    input, select, button { font: inherit; color: inherit; background: var(--raised);
      border: 1px solid var(--line); border-radius: 6px; padding: .3rem .6rem; }
    input { flex: 1 1 14rem; min-width: 8rem; } select { max-width: 15rem; margin-right: .4rem; } output { color: var(--faint); }
    #filters[open] { flex-basis: 100%; } .lists { line-height: 2.4; }
    .keys, p.note, span.note, .facts { color: var(--faint); font-size: .86rem; }
    kbd { border: 1px solid var(--line); border-radius: 4px; padding: 0 .3rem; font: inherit; }
    code, pre { font: 13px/1.45 ui-monospace, "SF Mono", Menlo, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
    pre { background: var(--raised); border-radius: 6px; padding: .7rem; overflow-x: auto; white-space: pre-wrap; }
    .finding { border: 1px solid var(--line); border-radius: 8px; margin: .7rem 0; padding: .5rem .9rem; }
    .finding.error { border-left: 4px solid var(--red); } .finding.warning { border-left: 4px solid var(--orange); }
    .finding:focus, .node:focus rect, input:focus, select:focus, button:focus, summary:focus {
      outline: 2px solid var(--focus); outline-offset: 2px; }
    .location { margin-right: .8rem; } .location.target code { background: var(--blue-fill); outline: 2px solid var(--focus); }
    summary { cursor: pointer; overflow-wrap: anywhere; } .more { margin: .4rem 0; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem .8rem; margin: .6rem 0; }
    dt { color: var(--faint); } dd { margin: 0; overflow-wrap: anywhere; min-width: 0; } dd ul { margin: .2rem 0; }
    .cells { columns: 22rem; }
    .badge, .chip { display: inline-block; border-radius: 6px; padding: 0 .45rem; border: 1px solid currentColor; font-size: .86rem; }
    .badge.error { color: var(--red); } .badge.warning { color: var(--orange); } .badge.note { color: var(--blue); }
    .chip { margin: 0 .35rem .3rem 0; } .chip.filter { text-decoration: none; } .chip.filter.chosen { background: var(--blue-fill); color: var(--blue); }
    figure { margin: .6rem 0; overflow-x: auto; } .graph { height: auto; display: block; }
    .definitions { position: absolute; } .head { fill: var(--faint); } .head.red { fill: var(--red); }
    .graph text { fill: var(--text); text-anchor: middle; font: 13px \(HTML(unescaped: FontMetrics.family)); }
    .graph .d { font-size: 11px; fill: var(--faint); }
    .node rect { fill: var(--page); stroke: var(--line); stroke-width: 1.5; } .node { cursor: pointer; }
    .node.cycle rect { fill: var(--red-fill); stroke: var(--red); }
    .node.behind rect { fill: var(--orange-fill); stroke: var(--orange); }
    .node.held rect { fill: var(--blue-fill); stroke: var(--blue); }
    .edge path { marker-end: url(#a); fill: none; stroke: var(--faint); stroke-width: 1.5; }
    .edge text { fill: var(--faint); font-size: 12px; }
    .edge.cycle path { stroke: var(--red); marker-end: url(#r); } .edge.cycle text { fill: var(--red); }
    .edge.weak path { stroke-dasharray: 6 4; } .edge.unowned path, .edge.unmanaged path { stroke-dasharray: 2 4; }
    .edge.break path { stroke-width: 4; } .edge.break text { font-weight: 700; }
    .graph.chosen .edge, .graph.chosen .node { opacity: .3; }
    .graph.chosen .on-path { opacity: 1; } .edge.on-path path { stroke-width: 3.5; }
    .sequence text { font-size: 12px; } .sequence path { fill: none; stroke: var(--text); marker-end: url(#a); }
    .sequence .reference text, .sequence .cut text, .sequence .allocation text { font-size: 11px; }
    .sequence rect { fill: var(--raised); stroke: var(--line); } .sequence .life path { stroke: var(--line); marker-end: none; }
    .sequence .cut path { stroke: var(--red); stroke-dasharray: 5 3; marker-end: url(#r); } .sequence .cut text { fill: var(--red); }
    .sequence .allocation path { stroke: var(--faint); } .sequence .alternative rect { fill: var(--blue-fill); stroke: var(--blue); }
    .path { font: 13px/1.45 ui-monospace, monospace; margin: .2rem 0; overflow-wrap: anywhere; }
    .wide { overflow-x: auto; } .tall { max-height: 75vh; overflow: auto; } table { border-collapse: collapse; }
    th, td { text-align: left; padding: .25rem .9rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
    .tall thead th { position: sticky; top: 0; background: var(--page); z-index: 1; }
    .tall tbody th { position: sticky; left: 0; background: var(--page); font-weight: 400; }
    tr.on-path td { background: var(--blue-fill); }
    [hidden] { display: none; }
    @media (max-width: 46rem) { body { padding: 0 .7rem 3rem; } header { padding: .3rem 0; } h1 { font-size: 1.1rem; }
      header .result, .keys { display: none; } html { scroll-padding-top: 7.2rem; }
      #endings th:nth-child(2), #endings td:nth-child(2) { display: none; } #endings th, #endings td { padding-right: .5rem; font-size: .86rem; } .finding { padding: .4rem .6rem; }
      .cells { columns: auto; } dl { grid-template-columns: 1fr; gap: .1rem; } select { max-width: 100%; } }

    """
}
