/** Rows of tables as an evidence text tells them: a label and its figures in order. */
export interface GoldRow {
  document: string;
  page: number;
  label: string;
  figures: string[];
}

const FIGURE = /^\(?\d[\d,]*(?:\.\d+)?\)?$|^\(?\.\d+\)?$/;
const YEAR = /^(?:19|20)\d{2}$/;

/** Figures as both sides can be compared: without signs of currency and percent, negative with a minus. */
export function plainFigure(text: string): string {
  const digits = text.replace(/[^\d.]/g, "").replace(/^\./, "0.");
  return /[(\-–−△▲]|\)\s*%?$/.test(text) ? `-${digits}` : digits;
}

/**
 * Letters and digits alone, so that spacing and punctuation, which evidence texts often lose, do not matter; and
 * without the raised mark of a footnote, which they lose too.
 */
export function plainLabel(text: string): string {
  const unmarked = text.normalize("NFKC").replace(/\s*\(?\b[a-z]\)$/, "");
  return unmarked.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

interface Part {
  kind: "label" | "figure";
  text: string;
}

/** A line of figures alone gives one part each; any other line is a label, whatever numbers it ends with. */
function readParts(text: string): Part[] {
  const parts: Part[] = [];
  for (const line of text.normalize("NFKC").split("\n")) {
    const tokens = line
      .split(/\s+/)
      .map((token) => token.replace(/[$%]/g, ""))
      .filter((token) => token !== "");
    if (tokens.length === 0) continue;
    if (tokens.every((token) => FIGURE.test(token))) {
      for (const token of tokens) parts.push({ kind: "figure", text: token });
    } else parts.push({ kind: "label", text: line.trim() });
  }
  return parts;
}

/** Every label that is followed by at least two figures, other than a line of years above a table. */
export function readGoldRows(evidence: { document: string; page: number; text: string }): GoldRow[] {
  const rows: GoldRow[] = [];
  let label = "";
  let figures: string[] = [];
  const finish = () => {
    const years = figures.every((figure) => YEAR.test(figure));
    if (/\p{L}{2}/u.test(label) && figures.length >= 2 && !years) {
      const { document, page } = evidence;
      rows.push({ document, page, label, figures: figures.map(plainFigure) });
    }
    figures = [];
  };
  for (const part of readParts(evidence.text)) {
    if (part.kind === "figure") {
      figures.push(part.text);
      continue;
    }
    const continued = figures.length === 0 && label !== "" && /^\p{Ll}/u.test(part.text);
    finish();
    label = continued ? `${label} ${part.text}` : part.text;
  }
  finish();
  return rows;
}

/**
 * Keeps the rows whose figures another program also finds together on one line of that page. An evidence text
 * that was cut off, or lost the order of its columns, would otherwise be taken for the truth.
 */
export function filterConfirmed(rows: readonly GoldRow[], pageText: string): GoldRow[] {
  const lines = pageText
    .split("\n")
    .map((line) =>
      [...line.normalize("NFKC").matchAll(/\(?[$\s]*\d[\d,]*(?:\.\d+)?\s*\)?|\(?[$\s]*\.\d+\)?/g)].map(
        (match) => plainFigure(match[0].trim()),
      ),
    );
  return rows.filter((row) => {
    const wanted = row.figures.join(" ");
    return lines.some((figures) => figures.slice(-row.figures.length).join(" ") === wanted);
  });
}
