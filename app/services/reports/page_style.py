"""The style of the HTML report: light, dark, and printed."""

from __future__ import annotations

from app.charts.svg import dark_style

_LIGHT = "--ink:#1b1f24;--soft:#57606a;--line:#d8dee4;--ground:#fff;--false:#a33c00;--true:#00664b;--between:#7a5200;--link:#0b5cad"
_DARK = "--ink:#e6e9ec;--soft:#a0a8b0;--line:#3a4149;--ground:#16191d;--false:#ffa36b;--true:#5fd3ae;--between:#f0b95a;--link:#7ab8ff"
_PRINT = "--ink:#000;--soft:#444;--line:#bbb;--ground:#fff;--false:#a33c00;--true:#00664b;--between:#7a5200;--link:#000"
_COLOURS = f"""
:root{{color-scheme:light dark;{_LIGHT}}}
@media screen and (prefers-color-scheme:dark){{:root{{{_DARK}}}{dark_style()}}}
@media print{{:root{{{_PRINT}}}}}
"""
STYLE = (
    f"""{_COLOURS}*{{box-sizing:border-box}}
body{{margin:0 auto;max-width:52rem;padding:2rem 1rem 4rem;background:var(--ground);color:var(--ink);
 font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}}
"""
    + """a{color:var(--link)}p{margin:.25rem 0}.soft{color:var(--soft);font-size:.875rem}
h1{font-size:1.75rem;line-height:1.25;margin:0 0 .5rem}h2{font-size:1.25rem;margin:3rem 0 .5rem}h3{font-size:1rem;margin:0}
header{display:flex;gap:1.5rem;align-items:center;justify-content:space-between;color:var(--soft);
 padding-bottom:1rem;margin-bottom:2rem;border-bottom:1px solid var(--line)}
header img{display:block;max-height:4rem;max-width:16rem;background:#fff;padding:.25rem;border-radius:4px}
article{border-top:1px solid var(--line);padding:1rem 0}
.head{display:flex;gap:.25rem .75rem;align-items:baseline;flex-wrap:wrap;font-variant-numeric:tabular-nums}
.rank{color:var(--soft);min-width:2ch;text-align:right}.verdict{font-weight:600}
.verdict.false,.verdict.mostly-false{color:var(--false)}.verdict.true,.verdict.mostly-true{color:var(--true)}.verdict.between{color:var(--between)}.verdict.unsettled{color:var(--soft)}
blockquote{margin:.5rem 0;font-size:1.125rem}[dir=auto]{unicode-bidi:plaintext}
.match{border-inline-start:3px solid var(--line);padding-inline-start:.75rem;margin:.75rem 0}
.match a{font-size:.875rem}.match.decided{border-color:var(--soft)}
.who{font-size:.8125rem;font-weight:600;color:var(--soft)}.decided>.who{color:var(--ink)}
.note{white-space:pre-wrap}.tag{border:1px solid var(--line);border-radius:1rem;padding:0 .5rem;font-size:.8125rem}
figure{margin:1.5rem 0 2rem;break-inside:avoid}figcaption{font-weight:600;margin-bottom:.5rem}
figure svg{display:block;width:100%;height:auto}
summary{cursor:pointer;color:var(--soft);font-size:.875rem}
table{border-collapse:collapse;font-size:.8125rem;font-variant-numeric:tabular-nums;width:100%}
th{text-align:start;font-weight:600;border-bottom:1px solid var(--line)}td,th{padding:.25rem .75rem .25rem 0;vertical-align:top}
.methods th{border:0;font-weight:400;color:var(--soft);width:16rem}
footer{margin-top:3rem;padding-top:1rem;border-top:1px solid var(--line)}
@media print{body{max-width:none;padding:0;font-size:10.5pt}
article,.match{break-inside:avoid}h2,.head{break-after:avoid}details{display:none}}
@page{margin:18mm 16mm}
.wide{overflow-x:auto}.wide table{min-width:96rem}.wide th{text-align:start;vertical-align:bottom}
.wide th,.wide td{padding:.5rem .75rem .5rem 0;border-bottom:1px solid var(--line);vertical-align:top}
"""
)
