import { createReadStream, existsSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { filterConfirmed, type GoldRow, readGoldRows } from "./gold-rows.ts";
import { readLayout } from "./poppler.ts";

const Question = z.object({
  evidence: z.array(z.object({ doc_name: z.string(), page_0based: z.int(), text: z.string() })),
});

/** The rows that the evidence texts of the evaluation set tell of, by document and page. Nothing is kept on disk. */
export async function loadGoldRows(folder: string): Promise<{ rows: GoldRow[]; unwitnessed: number }> {
  const lines = createInterface({ input: createReadStream(path.join(folder, "questions.jsonl")) });
  const rows = new Map<string, GoldRow>();
  let unwitnessed = 0;
  for await (const line of lines) {
    for (const { doc_name: document, page_0based, text } of Question.parse(JSON.parse(line)).evidence) {
      const file = path.join(folder, "pdfs", `${document}.pdf`);
      if (!existsSync(file)) continue;
      const page = page_0based + 1;
      const reported = readGoldRows({ document, page, text });
      const kept = reported.length > 0 ? filterConfirmed(reported, await readLayout(file, page)) : [];
      unwitnessed += reported.length - kept.length;
      for (const row of kept) rows.set(JSON.stringify(row), row);
    }
  }
  return { rows: [...rows.values()], unwitnessed };
}
