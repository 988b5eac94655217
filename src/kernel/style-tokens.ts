/**
 * The colours of every page that is not part of the console, named by their use. They are the console's own
 * (`console/styles/console.css`), so that a person does not notice where one ends and the other begins.
 */
export const TOKENS = `
:root { color-scheme: light dark; --ink: light-dark(#1c1917, #f5f5f4); --dim: light-dark(#57534e, #a8a29e);
  --paper: light-dark(#fafaf9, #0f0e0d); --card: light-dark(#ffffff, #1a1817); --soft: light-dark(#f3f2f0, #262322);
  --line: light-dark(#e7e5e4, #312d2b); --edge: light-dark(#8c8580, #78716c);
  --accent: light-dark(#0f766e, #2dd4bf); --accent-ink: light-dark(#ffffff, #042f2e);
  --accent-soft: light-dark(#dff5f1, #123b38); --good: light-dark(#166534, #86efac);
  --warn: light-dark(#854d0e, #fde68a); --warn-paper: light-dark(#fef3c7, #3a2a0b);
  --bad: light-dark(#b91c1c, #fca5a5); --font: "Inter Variable", Inter, system-ui, sans-serif;
  --code: ui-monospace, SFMono-Regular, Menlo, monospace; }
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
`;

/**
 * The typeface of the console, for pages that the service itself shows. Artifacts contain theirs. Views inside AI
 * clients may load nothing, not even a font of their own: they use it where it is installed. Text is readable before
 * the typeface has arrived.
 */
export const TYPEFACE = `
@font-face { font-family: "Inter Variable"; src: url(/console/inter.woff2) format("woff2"); font-weight: 100 900;
  font-display: swap; }
`;
