import type { CompanyRecord } from "../../src/features/companies/index.ts";
import { samplePartialName } from "../companies/sample-lookups.ts";
import { type Load, makeLoad } from "../service/load.ts";
import { randomWord } from "../service/made-up-text.ts";
import type { RunningService } from "../service/service-under-load.ts";
import { YEARS } from "./store.ts";

/** The most used calls, of the companies and reports that both sizes have. */
export function callsOf(
  service: RunningService,
  companies: readonly CompanyRecord[],
  ids: readonly string[],
): Record<string, Load> {
  let turn = 0;
  const load = (path: string, nextInput: () => unknown) => makeLoad(service, path, nextInput);
  const company = () => companies[turn++ % companies.length];
  const id = () => ids[turn++ % ids.length];
  const report = () => `rep_${2015 + (turn % YEARS)}${String(turn++ % companies.length).padStart(8, "0")}`;
  const lookUp = "/v1/company_report/company_search";
  const search = "/v1/company_report/report_search";
  return {
    "company by ISIN": load(lookUp, () => ({ isin: company()?.securities?.find(({ isin }) => isin)?.isin })),
    "company by partial name": load(lookUp, () => {
      const one = company();
      return { name: one ? samplePartialName(one, turn) : "" };
    }),
    "newest reports": load(search, () => ({})),
    "reports of a company": load(search, () => ({ svc_entity_id: id() })),
    "reports by title": load(search, () => ({ query: `harbour ${turn++ % companies.length}` })),
    "reports by type and language": load(search, () => ({
      report_type_list: ["annual_report"],
      language: "de",
    })),
    "files of 20 reports": load("/v1/company_report/file_list", () => ({
      report_id: [...new Set(Array.from({ length: 20 }, report))],
      option: ["pdf"],
    })),
    "facts of a company": load("/v1/fact/list", () => ({ svc_entity_id: id(), limit: 100 })),
    "series of 10 companies": load("/v1/financial/series", () => ({
      svc_entity_ids: [...new Set(Array.from({ length: 10 }, id))],
      figures: ["revenue"],
    })),
    "passages by two rare words": load("/v1/search/passages", () => ({
      query: `${randomWord(0.8)} ${randomWord(0.8)}`,
      mode: "words",
    })),
  };
}

export async function companyIds(
  { url, key }: RunningService,
  companies: readonly CompanyRecord[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const { securities } of companies.slice(0, 200)) {
    const isin = securities?.find((security) => security.isin)?.isin;
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const body = JSON.stringify({ isin });
    const reply = await fetch(`${url}/v1/company_report/company_search`, { method: "POST", headers, body });
    const { data } = (await reply.json()) as { data: { svc_entity_id: string }[] };
    ids.push(...data.map(({ svc_entity_id }) => svc_entity_id));
  }
  return ids;
}
