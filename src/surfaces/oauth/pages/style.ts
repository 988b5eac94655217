import { TOKENS, TYPEFACE } from "../../../kernel/style-tokens.ts";

/** The style of the pages before the console: one column, one card, accessible. */
export const PAGE_STYLE = `${TOKENS}${TYPEFACE}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; background: var(--paper);
  color: var(--ink); font: 16px/1.5 var(--font); }
main { width: 100%; max-width: 26rem; }
.mark { display: flex; align-items: center; gap: .6rem; margin: 0 0 1.25rem; font-weight: 600; }
.mark svg { width: 1.75rem; height: 1.75rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.75rem; }
h1 { font-size: 1.35rem; line-height: 1.3; margin: 0 0 .5rem; overflow-wrap: anywhere; }
p { margin: .5rem 0; }
.dim { color: var(--dim); font-size: .9rem; }
label { display: block; margin: 1rem 0 .25rem; font-weight: 500; font-size: .9rem; }
input:not([type=hidden]) { width: 100%; padding: .6rem .75rem; border: 1px solid var(--edge); border-radius: .5rem;
  background: var(--paper); color: var(--ink); font: inherit; }
label.check { display: flex; align-items: center; gap: .5rem; }
input[type=checkbox]:not([type=hidden]) { width: auto; }
input:focus-visible, button:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
button { width: 100%; margin-top: 1.25rem; padding: .65rem 1rem; border: 1px solid var(--accent); border-radius: .5rem;
  background: var(--accent); color: var(--accent-ink); font: inherit; font-weight: 600; cursor: pointer; }
button.second { background: transparent; color: var(--ink); border-color: var(--line); margin-top: .6rem; }
a.button { display: block; margin-top: 1.25rem; padding: .65rem 1rem; border: 1px solid var(--line); border-radius: .5rem;
  color: var(--ink); text-align: center; font-weight: 600; text-decoration: none; }
a { color: var(--accent); }
ul.scopes { list-style: none; padding: 0; margin: 1rem 0; border-top: 1px solid var(--line); }
ul.scopes li { padding: .5rem 0; border-bottom: 1px solid var(--line); }
.warn { background: var(--warn-paper); color: var(--warn); border-radius: .5rem; padding: .6rem .8rem; font-size: .9rem; }
.bad { color: var(--bad); font-weight: 500; }
code { font-family: ui-monospace, monospace; font-size: .9em; overflow-wrap: anywhere; }
[hidden] { display: none; }
`;
