import { readFileSync } from "node:fs";
import { z } from "zod";
import { OperatorError } from "../../../../kernel/operator-error.ts";
import { parseJson } from "../../../../kernel/parse-json.ts";
import type { SourceRecord } from "../../../companies/index.ts";
import { hashParts } from "../../reading/hash-parts.ts";
import { defineSource, type Entry, type SourceTools } from "../../source.ts";
import { openCompanies } from "../open-companies.ts";
import { listIsins } from "../store.ts";

const ADDRESS = "https://api.openfigi.com";
const JOBS_WITH_KEY = 100;
const JOBS_WITHOUT_KEY = 10;
const LICENCE = "OpenFIGI terms of service; FIGI is an open standard";

/** What it knows about an ISIN, that it knows nothing, or what was wrong with the request. */
const Answer = z.array(
  z
    .object({
      data: z.array(z.object({ name: z.string().nullish(), ticker: z.string().nullish() })).optional(),
      warning: z.string().optional(),
      error: z.string().optional(),
    })
    .refine(({ data, warning, error }) => (data ?? warning ?? error) !== undefined),
);

export const openFigi = defineSource({
  name: "openfigi",
  title: "OpenFIGI mapping",
  about: "short names and tickers for known ISINs, fetched in batches",
  licence: LICENCE,
  options: [{ name: "key-file", about: "file with an API key, for larger batches", takes: "a file" }],
  async open(tools, request) {
    const isins = await listIsins(tools.db);
    const base = (request.location || ADDRESS).replace(/\/+$/, "");
    const keyFile = request.options["key-file"];
    const key = keyFile === undefined ? null : readFileSync(keyFile, "utf8").trim();
    const today = tools.now.toISOString().slice(0, 10);
    return openCompanies(tools, {
      location: base,
      // The same ISINs on the same day are one load, which can be resumed.
      version: hashParts([today, ...isins]),
      totalUnits: isins.length,
      source: {
        id: "openfigi",
        name: "OpenFIGI",
        reference: base,
        licence: LICENCE,
        source_date: today,
        issues: [],
        createsCompanies: false,
        nameKind: "short",
      },
      entries: (position) => ask(tools, { base, key, isins, position }),
    });
  },
});

interface MappingRequest {
  base: string;
  key: string | null;
  isins: readonly string[];
  position: number;
}

async function* ask(
  tools: SourceTools,
  mappingRequest: MappingRequest,
): AsyncGenerator<Entry<SourceRecord | null>> {
  const { base, key, isins, position } = mappingRequest;
  const jobsMax = key === null ? JOBS_WITHOUT_KEY : JOBS_WITH_KEY;
  for (let at = position; at < isins.length; at += jobsMax) {
    const batch = isins.slice(at, at + jobsMax);
    const page = await tools.fetch(`${base}/v3/mapping`, {
      bytesMax: 50_000_000,
      secondsMax: 60,
      method: "POST",
      body: JSON.stringify(batch.map((idValue) => ({ idType: "ID_ISIN", idValue }))),
      headers: { "content-type": "application/json", ...(key === null ? {} : { "x-openfigi-apikey": key }) },
      signal: tools.signal,
    });
    if (page.status !== 200) throw new OperatorError(`OpenFIGI responded with status ${page.status}.`);
    const answers = readAnswers(page.body.toString("utf8"), batch.length);
    for (const [index, isin] of batch.entries()) {
      const number = at + index + 1;
      yield readAnswer(isin, answers[index], number);
    }
  }
}

function readAnswers(text: string, expected: number): z.output<typeof Answer> {
  const parsed = Answer.safeParse(parseJson(text));
  if (!parsed.success || parsed.data.length !== expected)
    throw new OperatorError(
      "openfigi: the response is not a list with one entry for each ISIN. The format has changed.",
    );
  return parsed.data;
}

function readAnswer(
  isin: string,
  answer: z.output<typeof Answer>[number] | undefined,
  number: number,
): Entry<SourceRecord | null> {
  if (answer?.error) return { line: number, fault: answer.error, excerpt: isin, units: number };
  const [first] = answer?.data ?? [];
  if (!first?.name) return { line: number, item: null, units: number };
  return {
    line: number,
    units: number,
    item: { key: isin, name: first.name, securities: [{ isin }] },
  };
}
