import path from "node:path";
import { z } from "zod";
import { isDay } from "../../../../kernel/day.ts";
import { OperatorError } from "../../../../kernel/operator-error.ts";
import { parseJson } from "../../../../kernel/parse-json.ts";
import { findReportType } from "../../../reference/index.ts";
import { hashParts } from "../../reading/hash-parts.ts";
import { defineSource, type Entry, type SourceTools } from "../../source.ts";
import { type FoundReport, makeReportAdder } from "../reports/add-reports.ts";
import { fetchReport } from "../reports/fetch-report.ts";
import { findIdsByCiks, listCiks } from "../store.ts";
import { driftOf } from "./drift.ts";
import { DEFAULT_FORMS, reportTypeOfForm } from "./forms.ts";
import { cikOf, SEC_LICENCE } from "./sec-exchanges.ts";

const Columns = z.object({
  accessionNumber: z.array(z.string()),
  filingDate: z.array(z.string()),
  reportDate: z.array(z.string()),
  form: z.array(z.string()),
  primaryDocument: z.array(z.string()),
  primaryDocDescription: z.array(z.string()).default([]),
});
const Submission = z.object({
  cik: z.string().or(z.number()),
  name: z.string(),
  filings: z.object({
    recent: Columns,
    files: z.array(z.object({ name: z.string(), filingTo: z.string().optional() })).default([]),
  }),
});
const FilingIndex = z.object({
  directory: z.object({ item: z.array(z.object({ name: z.string(), type: z.string().optional() })) }),
});

interface Filing {
  cik: string;
  company: string;
  accession: string;
  filed: string;
  period: string;
  form: string;
  document: string;
}

interface SearchRequest {
  data: string;
  archives: string;
  ciks: readonly string[];
  forms: ReadonlySet<string>;
  since: string;
  exhibits: boolean;
  most: number;
}

export const edgarFilings = defineSource<Filing>({
  name: "edgar-filings",
  title: "SEC EDGAR filings",
  about:
    "annual, quarterly and current reports and proxy statements of companies with a CIK, as filed (HTML or PDF), with exhibits",
  licence: SEC_LICENCE,
  options: [
    {
      name: "cik",
      about: "only these companies, separated by commas (default: all known ones)",
      takes: "numbers separated by commas",
    },
    { name: "forms", about: `forms to load, separated by commas (default: ${DEFAULT_FORMS.join(",")})` },
    { name: "since", about: "only filings from this day on, YYYY-MM-DD", takes: "a day" },
    { name: "exhibits", about: "no: skip exhibits (99, 13)", takes: "yes or no" },
    { name: "most", about: "maximum number of filings per company", takes: "a whole number" },
  ],
  bringsReports: true,
  async open(tools, request) {
    const base = request.location.replace(/\/+$/, "");
    const { options } = request;
    const input: SearchRequest = {
      data: base || "https://data.sec.gov",
      archives: `${base || "https://www.sec.gov"}/Archives/edgar/data`,
      ciks: options["cik"]?.split(",").map((cik) => cikOf(cik.trim())) ?? (await listCiks(tools.db)),
      forms: new Set(
        (options["forms"]?.split(",") ?? DEFAULT_FORMS).map((form) => form.trim().toUpperCase()),
      ),
      since: options["since"] ?? "0000-00-00",
      exhibits: options["exhibits"] !== "no",
      most: Number(options["most"] ?? 1_000),
    };
    const take = makeReportAdder(tools, "SEC EDGAR", request);
    const folder = path.join(tools.folder, "edgar");
    return {
      location: input.data,
      // The same request on the same day is one load, which can be resumed.
      version: hashParts([tools.now.toISOString().slice(0, 10), ...input.ciks, ...input.forms, input.since]),
      totalUnits: input.ciks.length,
      entries: (position) => listFilings(tools, input, position),
      async write(sql, items) {
        const ids = await findIdsByCiks(
          sql,
          items.map(({ item }) => item.cik),
        );
        const faults: { line: number; reason: string; excerpt: string }[] = [];
        const found: { line: number; item: FoundReport }[] = [];
        for (const { line, item } of items) {
          const files = await fetchFiling(tools, input, item, folder);
          faults.push(...files.faults.map(({ reason, url }) => ({ line, reason, excerpt: url })));
          found.push(...files.found.map((file) => ({ line, item: withCompany(file, ids.get(item.cik)) })));
        }
        const counts = await take(found);
        return { ...counts, faults: [...faults, ...(counts.faults ?? [])] };
      },
      batchMax: 3,
    };
  },
});

function withCompany(report: FoundReport, id: string | undefined): FoundReport {
  return id === undefined ? report : { ...report, description: { ...report.description, svc_entity_id: id } };
}

async function* listFilings(
  tools: SourceTools,
  input: SearchRequest,
  position: number,
): AsyncGenerator<Entry<Filing>> {
  let number = 0;
  for (const [index, cik] of input.ciks.entries()) {
    const filings = await findFilings(tools, input, cik);
    if (typeof filings === "string") {
      if (++number > position)
        yield { line: number, fault: filings, excerpt: `CIK ${cik}`, units: index + 1 };
      continue;
    }
    for (const filing of filings)
      if (++number > position) yield { line: number, item: filing, units: index + 1 };
  }
}

/** The filings of one company: the recent ones, and older pages as far back as requested. */
async function findFilings(
  tools: SourceTools,
  input: SearchRequest,
  cik: string,
): Promise<Filing[] | string> {
  const page = await fetchJson(tools, `${input.data}/submissions/CIK${cik}.json`);
  if (page === null) return "the SEC has no filings for it";
  const parsed = Submission.safeParse(page);
  if (!parsed.success) return driftOf(parsed.error);
  const { name, filings } = parsed.data;
  const columns = [filings.recent];
  for (const { name: file, filingTo } of filings.files) {
    if ((filingTo ?? "9999") < input.since) continue;
    const older = Columns.safeParse(await fetchJson(tools, `${input.data}/submissions/${file}`));
    if (!older.success) return driftOf(older.error);
    columns.push(older.data);
  }
  return columns
    .flatMap((part) => readColumns(part, cik, name))
    .filter(
      ({ form, filed, document }) =>
        input.forms.has(form.toUpperCase()) && filed >= input.since && document !== "",
    )
    .slice(0, input.most);
}

function readColumns(columns: z.output<typeof Columns>, cik: string, company: string): Filing[] {
  return columns.accessionNumber.map((accession, at) => ({
    cik,
    company,
    accession,
    filed: columns.filingDate[at] ?? "",
    period: columns.reportDate[at] ?? "",
    form: columns.form[at] ?? "",
    document: columns.primaryDocument[at] ?? "",
  }));
}

async function fetchJson(tools: SourceTools, url: string): Promise<unknown> {
  const page = await tools.fetch(url, { bytesMax: 100_000_000, secondsMax: 120, signal: tools.signal });
  if (page.status === 404) return null;
  if (page.status !== 200)
    throw new OperatorError(`${url} responded with status ${page.status}; start the load again later.`);
  // An existing document that is not JSON differs from a missing one.
  return parseJson(page.body.toString("utf8")) ?? {};
}

/** The main document and, if requested, the exhibits that are reports themselves. */
async function fetchFiling(tools: SourceTools, input: SearchRequest, filing: Filing, folder: string) {
  const base = `${input.archives}/${Number(filing.cik)}/${filing.accession.replaceAll("-", "")}`;
  const names = [filing.document, ...(input.exhibits ? await listExhibits(tools, base) : [])];
  const found: FoundReport[] = [];
  const faults: { url: string; reason: string }[] = [];
  for (const [index, name] of names.entries()) {
    const url = `${base}/${name}`;
    const file = await fetchReport(tools, url, folder);
    if (typeof file === "string") faults.push({ url, reason: file });
    else found.push({ ...file, reference: url, description: describe(filing, index === 0 ? null : name) });
  }
  return { found, faults };
}

async function listExhibits(tools: SourceTools, base: string): Promise<string[]> {
  const parsed = FilingIndex.safeParse(await fetchJson(tools, `${base}/index.json`));
  if (!parsed.success) return [];
  return parsed.data.directory.item
    .map(({ name }) => name)
    .filter((name) => /(^|[^a-z])ex(hibit)?[-_]?(99|13)[^/]*\.(htm|html|pdf)$/i.test(name));
}

function describe(
  { company, form, filed, period }: Filing,
  exhibit: string | null,
): FoundReport["description"] {
  const type = exhibit === null ? reportTypeOfForm(form) : null;
  return {
    title: `${company} ${form}${exhibit === null ? "" : `, exhibit ${exhibit}`}, ${period || filed}`,
    ...(type && findReportType(type) ? { report_type: type } : {}),
    ...(isDay(filed) ? { publish_date: filed } : {}),
    language: "en",
    licence: SEC_LICENCE,
  };
}
