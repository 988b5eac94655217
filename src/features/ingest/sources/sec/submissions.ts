import { z } from "zod";
import { isDay } from "../../../../kernel/day.ts";
import { parseJson } from "../../../../kernel/parse-json.ts";
import type { SourceRecord } from "../../../companies/index.ts";
import { LIST_DATE, requireListDate } from "../../reading/list-date.ts";
import { type Document, openDocuments } from "../../reading/open-documents.ts";
import { defineSource, type Entry } from "../../source.ts";
import { openCompanies } from "../open-companies.ts";
import { listCiks } from "../store.ts";
import { driftOf } from "./drift.ts";
import { readFiler } from "./read-filer.ts";
import { cikOf, micOfSecExchange, SEC_LICENCE } from "./sec-exchanges.ts";

const ADDRESS = "https://data.sec.gov/submissions";

const Submission = z.object({
  cik: z
    .string()
    .regex(/^\d{1,10}$/)
    .or(z.number().int().positive()),
  name: z.string().min(1),
  entityType: z.string().nullish(),
  tickers: z.array(z.string().nullable()).default([]),
  exchanges: z.array(z.string().nullable()).default([]),
  lei: z.string().nullish(),
  formerNames: z
    .array(z.object({ name: z.string(), from: z.string().nullish(), to: z.string().nullish() }))
    .default([]),
});

export const secSubmissions = defineSource({
  name: "sec-submissions",
  title: "SEC submissions",
  about:
    "former names with their dates, tickers and LEI of companies with a CIK (CIK##########.json, a folder, or submissions.zip)",
  licence: SEC_LICENCE,
  options: [
    {
      name: "cik",
      about: "only these companies, separated by commas (default: all known ones)",
      takes: "numbers separated by commas",
    },
    { name: "all", about: "yes: also add unknown companies", takes: "yes or no" },
    LIST_DATE,
  ],
  async open(tools, request) {
    const requestedCiks = request.options["cik"]?.split(",").map((cik) => cikOf(cik.trim()));
    const documents = await openDocuments(tools, {
      source: "sec-submissions",
      location: request.location || ADDRESS,
      wanted: /CIK\d{10}\.json$/,
      addresses: async (base) =>
        (requestedCiks ?? (await listCiks(tools.db))).map((cik) => `${base}/CIK${cik}.json`),
    });
    return openCompanies(tools, {
      ...documents,
      source: {
        id: "sec-submissions",
        name: "SEC submissions",
        reference: documents.location,
        licence: SEC_LICENCE,
        source_date: requireListDate("sec-submissions", request, documents),
        issues: ["cik"],
        createsCompanies: request.options["all"] === "yes" || requestedCiks !== undefined,
      },
      entries: (position) => readSubmissions(documents.read(position)),
    });
  },
});

async function* readSubmissions(
  documents: AsyncIterable<Document>,
): AsyncGenerator<Entry<SourceRecord | null>> {
  for await (const { number: line, name, text, fault, units } of documents) {
    const record = fault ?? (text === null ? null : readSubmission(text));
    if (typeof record === "string") yield { line, fault: record, excerpt: name, units };
    else yield { line, item: record, units };
  }
}

/** One company, or what is wrong with its file. */
function readSubmission(text: string): SourceRecord | string {
  const parsed = Submission.safeParse(parseJson(text));
  if (!parsed.success) return driftOf(parsed.error);
  const { cik, name, tickers, exchanges, lei, formerNames } = parsed.data;
  const securities = tickers.flatMap((ticker, at) =>
    ticker ? [{ ticker, mic: micOfSecExchange(exchanges[at]) }] : [],
  );
  const exchange = securities.find(({ mic }) => mic !== null)?.mic;
  return {
    key: cikOf(cik),
    cik: cikOf(cik),
    ...readFiler(
      name,
      securities.map(({ ticker }) => ticker),
    ),
    ...(lei ? { lei } : {}),
    securities,
    ...(exchange ? { exchange, country: "US" } : {}),
    other_names: formerNames
      .filter((former) => former.name !== name && former.name.trim() !== "")
      .map(({ name: former, from, to }) => ({
        name: former,
        kind: "former" as const,
        ...orderedDates(dayOf(from), dayOf(to)),
      })),
  };
}

function dayOf(moment: string | null | undefined): string | null {
  const day = moment?.slice(0, 10) ?? "";
  return isDay(day) ? day : null;
}

/** A few periods end before they begin; then neither date can be trusted. */
function orderedDates(valid_from: string | null, valid_to: string | null) {
  return valid_from !== null && valid_to !== null && valid_from > valid_to
    ? { valid_from: null, valid_to: null }
    : { valid_from, valid_to };
}
