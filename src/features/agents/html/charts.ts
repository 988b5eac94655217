import { type Html, html } from "../../../kernel/html.ts";

export interface Point {
  label: string;
  value: number;
  printed: string;
}

const WIDTH = 420;
const ROW = 30;
const LABEL_WIDTH = 150;
const VALUE_WIDTH = 82;
const LABEL_LENGTH_MAX = 20;

/** Horizontal bars next to their names; negative values extend to the left. */
export function barChart(title: string, points: readonly Point[]): Html {
  const low = Math.min(0, ...points.map(({ value }) => value));
  const high = Math.max(0, ...points.map(({ value }) => value));
  const room = WIDTH - LABEL_WIDTH - VALUE_WIDTH;
  const at = (value: number) => LABEL_WIDTH + ((value - low) / (high - low || 1)) * room;
  const zero = at(0);
  const rows = points.map(({ label, value, printed }, index) => {
    const y = index * ROW + 6;
    const x = Math.min(zero, at(value));
    const width = Math.max(1, Math.abs(at(value) - zero));
    return html`<text x="0" y="${y + 13}">${cut(label)}</text>
<rect class="${value < 0 ? "minus" : "bar"}" x="${round(x)}" y="${y}" width="${round(width)}" height="18" rx="2"></rect>
<text x="${round(Math.max(zero, at(value)) + 6)}" y="${y + 13}">${printed}</text>`;
  });
  const height = points.length * ROW + 4;
  return html`<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${describe(title, points)}">
<line class="axis" x1="${round(zero)}" y1="0" x2="${round(zero)}" y2="${height}"></line>
${rows}
</svg>`;
}

/** A line through a few points in time, with its end values labelled. */
export function lineChart(title: string, points: readonly Point[]): Html {
  const height = 130;
  const [left, right, top, bottom] = [14, WIDTH - 14, 30, height - 34];
  const values = points.map(({ value }) => value);
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const x = (index: number) => left + (index / Math.max(1, points.length - 1)) * (right - left);
  const y = (value: number) => bottom - ((value - low) / (high - low || 1)) * (bottom - top);
  const path = points.map(({ value }, index) => `${round(x(index))},${round(y(value))}`).join(" ");
  const marks = points.map(({ label, value, printed }, index) => {
    const anchor = index === 0 ? "start" : index === points.length - 1 ? "end" : "middle";
    return html`<circle class="dot" cx="${round(x(index))}" cy="${round(y(value))}" r="4"></circle>
<text x="${round(x(index))}" y="${round(y(value) - 10)}" text-anchor="${anchor}">${printed}</text>
<text class="label" x="${round(x(index))}" y="${height - 12}" text-anchor="${anchor}">${label}</text>`;
  });
  return html`<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${describe(title, points)}">
<line class="axis" x1="${left}" y1="${round(y(0))}" x2="${right}" y2="${round(y(0))}"></line>
<polyline class="stroke" points="${path}"></polyline>
${marks}
</svg>`;
}

/** An inline chart for the trend of a figure. */
export function sparkline(points: readonly Point[]): Html {
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const path = values
    .map((value, index) => {
      const x = 3 + (index / Math.max(1, values.length - 1)) * 154;
      return `${round(x)},${round(25 - ((value - low) / (high - low || 1)) * 20)}`;
    })
    .join(" ");
  return html`<svg viewBox="0 0 160 30" aria-hidden="true"><polyline class="stroke" points="${path}"></polyline></svg>`;
}

function describe(title: string, points: readonly Point[]): string {
  return `${title}: ${points.map(({ label, printed }) => `${label} ${printed}`).join(", ")}`;
}

function cut(text: string): string {
  return text.length <= LABEL_LENGTH_MAX ? text : `${text.slice(0, LABEL_LENGTH_MAX - 1)}…`;
}

function round(value: number): number {
  return Number(value.toFixed(1));
}
