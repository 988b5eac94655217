import type { AnyOperation } from "../../../kernel/operation.ts";
import { listCompaniesByIds } from "../../companies/index.ts";
import { findCountry, findExchange, findSector } from "../../reference/index.ts";
import type { NamedCompany } from "./ask-reports.ts";
import { notFound, plainAnswer, type ShapeAnswer, sourceOf } from "./chat-answer.ts";
import type { ChatRunner } from "./chat-runner.ts";
import type { ClaimTools } from "./stored-figures.ts";

const CODES = /\b(?:ticker|stock symbol|isin)s?\b/i;
const SECTOR = /\b(?:(?:which|what) (?:sector|industry)|(?:sector|industry) (?:is|does|of))\b/i;
const COUNTRY = /\b(?:which|what) country\b/i;
const EXCHANGE = /\b(?:which|what) (?:stock )?exchange\b|\bwhere (?:is|are)\b.*\blisted\b/i;

/** Whether a question is for what the list of companies says about one. */
export const asksForFacts = (question: string): boolean =>
  [CODES, SECTOR, COUNTRY, EXCHANGE].some((kind) => kind.test(question));

interface FoundCompany {
  svc_entity_id: string;
  children: { isin: string | null; ticker: string | null; status: string }[];
}

/** The codes of a company's securities, its sector, country or exchange, as the list of companies has them. */
export async function findFacts(
  runner: ChatRunner,
  { db, searchCompany }: Pick<ClaimTools, "db"> & { searchCompany: AnyOperation },
  { company: { svc_entity_id, name }, question }: { company: NamedCompany; question: string },
): Promise<ShapeAnswer> {
  const input = { perm_id: svc_entity_id };
  const found = await runner.run<FoundCompany[]>(searchCompany, input, `Looking up ${name}`);
  const securities = found?.find((one) => one.svc_entity_id === svc_entity_id)?.children ?? [];
  const facts = found ? (await listCompaniesByIds(db, [svc_entity_id])).get(svc_entity_id) : undefined;
  const known = [
    CODES.test(question) ? codesOf(securities) : null,
    SECTOR.test(question) && named("sector", findSector(facts?.primary_sector_id ?? "")),
    COUNTRY.test(question) && named("country", findCountry(facts?.country ?? "")),
    EXCHANGE.test(question) && named("exchange", findExchange(facts?.exchange ?? "")),
  ].filter((fact) => typeof fact === "string");
  if (known.length === 0) return notFound(`The list of companies does not say this of ${name}.`);
  return {
    ...plainAnswer(`${name}: ${known.join("; ")}.`),
    sources: [sourceOf("companies", "Company look-up")],
  };
}

const named = (kind: string, found: { name: string } | undefined): string | null =>
  found ? `${kind} ${found.name}` : null;

function codesOf(securities: FoundCompany["children"]): string | null {
  const codes = securities.flatMap(({ ticker, isin }) => {
    const parts = [ticker && `ticker ${ticker}`, isin && `ISIN ${isin}`].filter(Boolean);
    return parts.length === 0 ? [] : [parts.join(", ")];
  });
  return codes.length === 0 ? null : codes.join("; ");
}
