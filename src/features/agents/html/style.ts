import { readFileSync } from "node:fs";
import path from "node:path";
import { TOKENS } from "../../../kernel/style-tokens.ts";

/**
 * The Latin letters of the console's typeface in the weights used here, cut from Inter with `subset-font`. Others, such
 * as Japanese, are those of the reader's system.
 */
const LETTERS = readFileSync(path.join(import.meta.dirname, "inter.woff2"), "base64");

/** One style sheet for screen and print, inlined with its typeface: the page loads nothing. */
export const STYLE = `${TOKENS}
@font-face { font-family: "Inter Variable"; font-weight: 400 700;
  src: url(data:font/woff2;base64,${LETTERS}) format("woff2"); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 var(--font); font-variant-numeric: tabular-nums; overflow-wrap: break-word; }
main { max-width: 62rem; margin: 0 auto; padding: 3rem 3.5rem 4rem; background: var(--card); border-inline: 1px solid var(--line); min-height: 100vh; }
header { border-bottom: 3px solid var(--accent); padding-bottom: 1.25rem; margin-bottom: 2rem; }
.kicker { color: var(--accent); font-size: .78rem; font-weight: 650; letter-spacing: .09em; text-transform: uppercase; margin: 0 0 .4rem; }
h1 { font-size: 2.1rem; line-height: 1.15; letter-spacing: -.02em; margin: 0 0 .5rem; text-wrap: balance; }
h2 { font-size: 1.3rem; letter-spacing: -.01em; margin: 2.6rem 0 .8rem; padding-top: .4rem; }
h3 { font-size: 1.02rem; margin: 1.6rem 0 .5rem; }
p { margin: .4rem 0 .8rem; max-width: 46rem; }
.soft, figcaption, dt, caption { color: var(--dim); }
.small { font-size: .82rem; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: .15em; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(12.5rem, 1fr)); gap: .9rem; padding: 0; margin: 1rem 0; list-style: none; }
.tiles li { border: 1px solid var(--line); border-radius: .5rem; padding: .8rem 1rem .9rem; background: var(--card); break-inside: avoid; }
.tiles .name { font-size: .8rem; color: var(--dim); display: block; }
.tiles .value { font-size: 1.45rem; font-weight: 650; letter-spacing: -.02em; display: block; line-height: 1.3; }
.tiles .more { font-size: .8rem; color: var(--dim); display: block; }
.up { color: var(--good); } .down { color: var(--bad); }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1.4rem 2rem; }
figure { margin: 0; break-inside: avoid; }
figcaption { font-size: .85rem; margin-bottom: .35rem; }
figcaption strong { color: var(--ink); }
svg { display: block; width: 100%; height: auto; }
svg text { font: 12px var(--font); fill: var(--ink); }
svg .axis { stroke: var(--line); } svg .bar { fill: var(--accent); } svg .minus { fill: var(--bad); }
svg .stroke { fill: none; stroke: var(--accent); stroke-width: 2; } svg .dot { fill: var(--accent); }
svg .label { fill: var(--dim); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; margin: .6rem 0 1rem; }
caption { text-align: left; font-size: .85rem; padding-bottom: .4rem; }
th, td { padding: .42rem .7rem; border-bottom: 1px solid var(--line); vertical-align: top; }
th { text-align: left; font-weight: 600; }
thead th { border-bottom: 2px solid var(--ink); font-size: .82rem; }
th.number, td.number { text-align: right; }
td .cite { font-size: .78rem; white-space: nowrap; } .figure { white-space: nowrap; }
tbody th.group { background: var(--soft); font-size: .8rem; letter-spacing: .04em; }
td.none { color: var(--dim); font-size: .82rem; }
blockquote { margin: .8rem 0; padding: .1rem 0 .1rem 1rem; border-left: 3px solid var(--accent); break-inside: avoid; }
blockquote p { margin: 0 0 .25rem; }
blockquote ul { margin: 0 0 .3rem; padding-left: 1.2rem; columns: 16rem; max-width: 46rem; }
dl.facts { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.2rem; font-size: .85rem; }
dd { margin: 0; overflow-wrap: anywhere; }
code { font: .8rem var(--code); overflow-wrap: anywhere; }
ol.sources li { margin-bottom: .5rem; font-size: .88rem; }
footer { border-top: 1px solid var(--line); margin-top: 3rem; padding-top: 1rem; font-size: .82rem; color: var(--dim); }
@media (max-width: 44rem) { main { padding: 1.5rem 1.1rem; } h1 { font-size: 1.6rem; } }
@media print {
  @page { size: A4; margin: 18mm 16mm; }
  :root { color-scheme: light; }
  body { background: none; font-size: 10.5pt; }
  main { max-width: none; padding: 0; border: 0; }
  h2, h3, caption { break-after: avoid; } tr, li { break-inside: avoid; }
  .scroll { overflow: visible; } a { color: inherit; text-decoration: none; }
  .charts { grid-template-columns: 1fr 1fr; } .tiles { grid-template-columns: repeat(4, 1fr); gap: .5rem; }
  .tiles li { padding: .5rem .6rem; } .tiles .value { font-size: 1.15rem; } table { font-size: .8rem; }
  th, td { padding: .3rem .4rem; } thead { display: table-header-group; }
  * { print-color-adjust: exact; }
}
`;
