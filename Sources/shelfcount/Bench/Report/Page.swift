/// The page around the charts: one file, no script, nothing from elsewhere.
enum Page {
  static func html(title: String, body: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(escape(title))</title>
    <style>
    \(style)</style>
    </head>
    <body>
    <main>
    \(body)
    </main>
    </body>
    </html>

    """
  }

  static func section(_ title: String, _ note: String, _ content: String) -> String {
    "<section>\n<h2>\(title)</h2>\n<p class=\"note\">\(note)</p>\n\(content)\n</section>\n"
  }

  static func figure(_ caption: String, _ svg: String) -> String {
    "<figure>\n<figcaption>\(caption)</figcaption>\n\(svg)\n</figure>\n"
  }

  static func legend(_ entries: [(style: String, text: String)]) -> String {
    let items = entries.map { "<li><span class=\"key \($0.style)\"></span>\($0.text)</li>" }
    return "<ul class=\"legend\">\(items.joined())</ul>\n"
  }

  static func table(_ head: [String], _ rows: [[String]]) -> String {
    let first = head.map { "<th>\($0)</th>" }.joined()
    let lines = rows.map { "<tr>" + $0.map { "<td>\($0)</td>" }.joined() + "</tr>" }
    return "<div class=\"scroll\"><table><tr>\(first)</tr>\(lines.joined(separator: "\n"))</table></div>\n"
  }

  static func escape(_ text: String) -> String {
    text.map {
      switch $0 {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      default: String($0)
      }
    }.joined()
  }

  /// Shown on demand.
  static func details(_ summary: String, _ content: String) -> String {
    "<details><summary>\(summary)</summary>\(content)</details>\n"
  }

  private static let style = """
    :root {
      color-scheme: light dark;
      --paper: #f6f7f9; --card: #ffffff; --ink: #1b2330; --soft: #5d6878; --line: #dfe3ea;
      --a: #2563a8; --b: #e0752d; --good: #1d7f4e; --bad: #b3261e; --track: #e9edf3;
      --s0: #9aa5b5; --s1: #c3cad5; --s2: #8f6bb3; --s3: #5a9fd4; --s4: #f2b45c; --s5: #2a9d8f;
      --s6: #8ccf7e; --s7: #e0752d; --s8: #d8576b; --s9: #b58b5a; --s10: #2563a8; --s11: #6b7687;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #12161d; --card: #1a202a; --ink: #e6eaf0; --soft: #9aa5b5; --line: #303949;
        --a: #6aa9e9; --b: #f09a5b; --good: #5cc48c; --bad: #f28b82; --track: #262e3b;
      }
    }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--paper); color: var(--ink);
      font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "Helvetica Neue", "DejaVu Sans", sans-serif; }
    main { max-width: 1120px; margin: 0 auto; padding: 32px 20px 48px; }
    h1 { margin: 0; font-size: 28px; letter-spacing: -0.01em; }
    h2 { margin: 0; font-size: 19px; }
    .machine { margin: 4px 0 20px; color: var(--soft); }
    .note { margin: 4px 0 14px; color: var(--soft); max-width: 80ch; }
    .tiles { display: flex; flex-wrap: wrap; gap: 14px; margin: 0 0 18px; }
    .tile, section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
    .tile { flex: 1 1 200px; padding: 14px 18px; }
    .tile b { display: block; font-size: 26px; letter-spacing: -0.01em; font-variant-numeric: tabular-nums; }
    .tile > span { color: var(--soft); }
    section { padding: 20px 22px; margin: 0 0 18px; }
    .pair { display: flex; flex-wrap: wrap; gap: 18px; }
    figure { flex: 1 1 420px; min-width: 0; margin: 0; }
    figcaption { font-weight: 600; margin-bottom: 4px; }
    svg { display: block; width: 100%; height: auto; }
    svg text { fill: var(--soft); font-size: 12px; font-variant-numeric: tabular-nums; }
    svg text.strong { fill: var(--ink); font-weight: 600; }
    .grid { stroke: var(--line); } .axis { stroke: var(--soft); }
    .line { fill: none; stroke-width: 2.2; stroke-linejoin: round; } .band { opacity: 0.22; }
    .mark { stroke-width: 1.4; stroke-dasharray: 5 4; stroke: var(--soft); }
    .line.a { stroke: var(--a); } .line.b { stroke: var(--b); } .line.truth { stroke: var(--good); stroke-dasharray: 6 5; }
    .band.a, .dot.a, .fill.a { fill: var(--a); } .band.b, .dot.b, .fill.b { fill: var(--b); }
    .key.a { background: var(--a); } .key.b { background: var(--b); } .key.truth { background: var(--good); }
    .fill.track { fill: var(--track); }
    \((0..<12).map { ".fill.s\($0) { fill: var(--s\($0)); } .key.s\($0) { background: var(--s\($0)); }" }.joined(separator: "\n"))
    .legend { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 0 0 10px; padding: 0; list-style: none; color: var(--soft); }
    .key { display: inline-block; width: 12px; height: 12px; border-radius: 3px; margin-right: 6px; vertical-align: -1px; }
    details { margin-top: 10px; } summary { cursor: pointer; color: var(--soft); }
    .scroll { overflow-x: auto; }
    table { border-collapse: collapse; margin-top: 12px; font-variant-numeric: tabular-nums; }
    th, td { padding: 4px 14px 4px 0; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
    th { color: var(--soft); font-weight: 600; } th:first-child, td:first-child { text-align: left; }
    .pass { color: var(--good); font-weight: 700; } .fail { color: var(--bad); font-weight: 700; }
    footer { color: var(--soft); font-size: 13px; }

    """
}
