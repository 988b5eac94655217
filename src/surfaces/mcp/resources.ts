import { Failure } from "../../kernel/errors.ts";
import type { AnyOperation } from "../../kernel/operation.ts";

type Json = Record<string, unknown>;
type Content = { uri: string; mimeType: string } & ({ text: string } | { blob: string });

/** One kind of resource. Its URI gives the operation its input. */
interface ResourceKind {
  /** An RFC 6570 template; without braces it is a plain URI. */
  address: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
  operation: string;
  input: (parts: Record<string, string>) => Json;
  content: (data: unknown, parts: Record<string, string>) => { text: string } | { blob: string };
}

const asJson = (data: unknown) => ({ text: JSON.stringify(data, null, 1) });

const list = (name: string, title: string, operation: string): ResourceKind => ({
  address: `florin://reference/${name}`,
  name,
  title,
  description: `${title}, the same for everyone. Free.`,
  mimeType: "application/json",
  operation,
  input: () => ({}),
  content: asJson,
});

interface PagesAnswer {
  pages: { text: string; tables: { columns: string[]; rows: string[][] }[] }[];
}

const KINDS: readonly ResourceKind[] = [
  list("report-types", "Taxonomy of company reports", "reference.report_types"),
  list("credit-costs", "Price list in credits", "reference.credit_costs"),
  list("countries", "Country codes", "reference.countries"),
  list("exchanges", "Exchange codes", "reference.exchanges"),
  list("sectors", "Sector identifiers", "reference.sectors"),
  list("market-cap-ranges", "Market-cap ranges", "reference.market_cap_ranges"),
  {
    address: "florin://companies/{svc_entity_id}",
    name: "company",
    title: "Company",
    description: "Facts of one company by its svc_entity_id.",
    mimeType: "application/json",
    operation: "companies.search",
    input: ({ svc_entity_id }) => ({ perm_id: svc_entity_id }),
    content(data) {
      const [company] = data as unknown[];
      if (company === undefined) throw new Failure("company_not_found");
      return asJson(company);
    },
  },
  {
    address: "florin://reports/{report_id}",
    name: "report",
    title: "Report",
    description: "What was read from a report and what was not: its certificate.",
    mimeType: "application/json",
    operation: "reports.certificate",
    input: ({ report_id }) => ({ report_id }),
    content: asJson,
  },
  {
    address: "florin://reports/{report_id}/pages/{page}",
    name: "report-page",
    title: "Page of a report, as text",
    description: "The text of one page.",
    mimeType: "text/plain",
    operation: "reports.pages",
    input: ({ report_id, page }) => ({ report_id, pages: page }),
    content: (data) => ({ text: (data as PagesAnswer).pages[0]?.text ?? "" }),
  },
  {
    address: "florin://reports/{report_id}/pages/{page}/image",
    name: "report-page-image",
    title: "Page of a report, as an image",
    description: "One page rendered as PNG.",
    mimeType: "image/png",
    operation: "reports.page_image",
    input: ({ report_id, page }) => ({ report_id, page: Number(page) }),
    content: (data) => ({ blob: (data as { base64: string }).base64 }),
  },
  {
    address: "florin://reports/{report_id}/pages/{page}/tables/{table}.csv",
    name: "report-table",
    title: "Table of a report, as CSV",
    description: "One table of a page, numbered from 0.",
    mimeType: "text/csv",
    operation: "reports.pages",
    input: ({ report_id, page }) => ({ report_id, pages: page }),
    content(data, { table }) {
      const found = (data as PagesAnswer).pages[0]?.tables[Number(table)];
      if (!found) throw new Failure("page_not_found", { detail: `The page has no table ${table}.` });
      return { text: writeCsv([["", ...found.columns], ...found.rows]) };
    },
  },
  {
    address: "florin://artifacts/{artifact_id}",
    name: "artifact",
    title: "Artifact of an agent builder",
    description: "What a run of an agent builder extracted, with its evidence.",
    mimeType: "application/json",
    operation: "agents.artifact",
    input: ({ artifact_id }) => ({ artifact_id }),
    content: asJson,
  },
];

function writeCsv(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

export interface Resources {
  resources: { uri: string; name: string; title: string; description: string; mimeType: string }[];
  templates: { uriTemplate: string; name: string; title: string; description: string; mimeType: string }[];
  /** The operation behind a URI, its input, and how to format its answer; null for an unknown URI. */
  resolve: (uri: string) => ResolvedResource | null;
}

export interface ResolvedResource {
  operation: AnyOperation;
  input: Json;
  content: (data: unknown) => Content;
}

/** The resources whose operations exist. */
export function listResources(operations: readonly AnyOperation[]): Resources {
  const byId = new Map(operations.map((operation) => [operation.id as string, operation]));
  const kinds = KINDS.filter(({ operation }) => byId.has(operation));
  const shapes = kinds.map((kind) => ({ kind, shape: toShape(kind.address) }));
  const about = ({ name, title, description, mimeType }: ResourceKind) => ({
    name,
    title,
    description,
    mimeType,
  });
  return {
    resources: kinds.filter(isFixed).map((kind) => ({ uri: kind.address, ...about(kind) })),
    templates: kinds
      .filter((kind) => !isFixed(kind))
      .map((kind) => ({ uriTemplate: kind.address, ...about(kind) })),
    resolve(uri) {
      for (const { kind, shape } of shapes) {
        const parts = shape.exec(uri)?.groups;
        const operation = byId.get(kind.operation);
        if (!operation || (!parts && uri !== kind.address)) continue;
        const named = { ...parts };
        return {
          operation,
          input: kind.input(named),
          content: (data) => ({ uri, mimeType: kind.mimeType, ...kind.content(data, named) }),
        };
      }
      return null;
    },
  };
}

const isFixed = ({ address }: ResourceKind) => !address.includes("{");

function toShape(address: string): RegExp {
  const escaped = address.replace(/[.?*+^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replace(/\{(\w+)\}/g, "(?<$1>[A-Za-z0-9_-]{1,80})")}$`);
}
