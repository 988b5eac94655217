import { z } from "zod";
import { namesRow } from "../claims/match-label.ts";
import type { ReportReader } from "../report-reader.ts";
import type { Nearness } from "../retrieval/nearness.ts";
import type { RunnableTool } from "./converse.ts";
import { BadReference, type References } from "./references.ts";
import { renderSentence } from "./render-sentence.ts";
import { writePage } from "./write-page.ts";

const PAGES_FOUND = 8;
const PAGES_READ = 3;
const ROWS_FOUND = 12;
const EXCERPT_LENGTH = 160;
const PAGE_LENGTH_MAX = 5_000;

interface ReportToolOptions {
  reader: ReportReader;
  references: References;
  nearness: Nearness | null;
  /** Notes a page that the model read, so that it may cite it. */
  onPage: (page: number) => void;
}

/** Tools over the report that is asked about: free, since the call pays for the report already. */
export function reportTools({ reader, references, nearness, onPage }: ReportToolOptions): RunnableTool[] {
  const findPage = (page: number) => reader.report.pages.find((one) => one.page === page);
  return [
    defineTool("find_pages", "Find the pages of the report that are closest to a topic", {
      input: z.object({ query: z.string().max(300) }),
      run: ({ query }) =>
        reader
          .rankPages(query, nearness)
          .slice(0, PAGES_FOUND)
          .map((page) => ({ page, untrusted_text: findPage(page)?.text.slice(0, EXCERPT_LENGTH) ?? "" })),
    }),
    defineTool("read_pages", "Read whole pages of the report, at most three at a time", {
      input: z.object({ pages: z.array(z.int()).min(1).max(20) }),
      run: ({ pages }) =>
        pages.slice(0, PAGES_READ).map((number) => {
          const page = findPage(number);
          if (!page) return { page: number, error: "page not found" };
          onPage(number);
          return { page: number, untrusted_text: writePage(page).slice(0, PAGE_LENGTH_MAX) };
        }),
    }),
    defineTool("find_rows", "Find rows of tables by their label, with a reference for every cell", {
      input: z.object({ label: z.string().max(200) }),
      run: ({ label }) => findRows(reader, label, onPage),
    }),
    defineTool("compute", "Compute an expression over references; returns the number and a name for it", {
      input: z.object({ expression: z.string().max(200) }),
      run: ({ expression }) => {
        try {
          const { text } = renderSentence(`{${expression}}`, references);
          return { name: references.addExpression(expression), value: text };
        } catch (error) {
          if (!(error instanceof BadReference)) throw error;
          return { error: error.message };
        }
      },
    }),
    defineTool("find_figure", "Look up a figure or a ratio in the financial statements, for a fiscal year", {
      input: z.object({ name: z.string().max(200), year: z.int().min(1900).max(2100).optional() }),
      run: ({ name, year }) => {
        const { answer } = reader.findFigure(name, year ?? "year");
        for (const page of answer?.pages ?? []) onPage(page);
        return answer ? { untrusted_text: answer.text, pages: answer.pages } : { error: "not found" };
      },
    }),
  ];
}

function findRows(reader: ReportReader, label: string, onPage: (page: number) => void) {
  const found = [];
  for (const page of reader.report.pages) {
    for (const [index, row] of page.rows.entries()) {
      if (found.length >= ROWS_FOUND) return found;
      if (row.cells.length === 0 || !namesRow(label, row.label)) continue;
      onPage(page.page);
      const heads = page.tables[row.table]?.columns ?? [];
      found.push({
        page: page.page,
        untrusted_label: row.label,
        cells: row.cells.map(({ column, text }) => ({
          reference: `p${page.page}r${index + 1}c${column + 1}`,
          untrusted_head: heads[column]?.head ?? "",
          untrusted_text: text,
        })),
      });
    }
  }
  return found;
}

interface ToolDefinition<Input extends z.ZodObject> {
  input: Input;
  run: (input: z.output<Input>) => unknown;
}

/** What a model sends may have any shape: the reply says what is wrong with it. */
function defineTool<Input extends z.ZodObject>(
  name: string,
  description: string,
  { input, run }: ToolDefinition<Input>,
): RunnableTool {
  return {
    name,
    description,
    input: z.toJSONSchema(input, { io: "input" }),
    run: (given) => {
      const parsed = input.safeParse(given);
      return parsed.success ? run(parsed.data) : { error: z.prettifyError(parsed.error).slice(0, 300) };
    },
  };
}
