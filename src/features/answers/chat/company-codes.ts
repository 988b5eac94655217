import type { AnyOperation } from "../../../kernel/operation.ts";
import type { NamedCompany } from "./ask-reports.ts";
import { notFound, plainAnswer, type ShapeAnswer, sourceOf } from "./chat-answer.ts";
import type { ChatRunner } from "./chat-runner.ts";

const CODES = /\b(?:ticker|stock symbol|isin)s?\b/i;

export const asksForCodes = (question: string): boolean => CODES.test(question);

interface FoundCompany {
  svc_entity_id: string;
  children: { isin: string | null; ticker: string | null; status: string }[];
}

/** The ticker and the ISIN of each security of a company. */
export async function findCodes(
  runner: ChatRunner,
  searchCompany: AnyOperation,
  { svc_entity_id, name }: NamedCompany,
): Promise<ShapeAnswer> {
  const input = { perm_id: svc_entity_id };
  const found = await runner.run<FoundCompany[]>(searchCompany, input, `Tickers and ISINs of ${name}`);
  const securities = found?.find((one) => one.svc_entity_id === svc_entity_id)?.children ?? [];
  const codes = securities.flatMap(({ ticker, isin }) => {
    const parts = [ticker && `ticker ${ticker}`, isin && `ISIN ${isin}`].filter(Boolean);
    return parts.length === 0 ? [] : [parts.join(", ")];
  });
  if (codes.length === 0) return notFound(`No ticker or ISIN of ${name} is known.`);
  return {
    ...plainAnswer(`${name}: ${codes.join("; ")}.`),
    sources: [sourceOf("companies", "Company look-up")],
  };
}
