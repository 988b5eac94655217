interface OpenSection {
  text: string;
  x0: number;
  /** Whether rows were set further in beneath it; then one that is not ends it. */
  indents: boolean;
}

const INDENT_POINTS = 1.5;
/** A sum closes the section that it sums up. */
const SUM = /^(?:total|net cash|sum|summe|gesamt|totaal|totale|合計|小計|总计|合计)/i;
const DEPTH_MAX = 3;

/** Which sections of a table a row belongs to, as the indents of rows and names show. */
export class Sections {
  #open: OpenSection[] = [];

  open(text: string, x0: number): void {
    this.#open = this.#open.filter((section) => section.x0 < x0 - INDENT_POINTS).slice(-DEPTH_MAX + 1);
    this.#open.push({ text: text.replace(/:$/, ""), x0, indents: false });
  }

  /** The names of the sections that a row at `x0` stands in, outermost first; null when in none. */
  enter(label: string, x0: number): string | null {
    for (;;) {
      const top = this.#open.at(-1);
      if (!top) return null;
      if (x0 > top.x0 + INDENT_POINTS) {
        top.indents = true;
        break;
      }
      if (!top.indents) break;
      this.#open.pop();
    }
    const names = this.#open.map((section) => section.text).join(" > ");
    if (SUM.test(label)) this.#close(x0);
    return names;
  }

  #close(x0: number): void {
    const top = this.#open.at(-1);
    if (top && x0 <= top.x0 + INDENT_POINTS) this.#open.pop();
  }
}
