import { describe, expect, it } from "vitest";
import { formatFigure } from "./ask-reports.ts";

const company = { svc_entity_id: "ent_1", name: "Acme, Inc." };

function answerWith(answer: string, title: string): string {
  const report = {
    report_id: "rep_1",
    file_title_en: title,
    lv3_id: "annual_report",
    publish_date: "2025-02-01",
    fiscal_year: 2024,
    fiscal_period: "FY",
    language: "en",
    digest_state: "ready",
  };
  const reply = { answer, reference: [], claims: [], spans: [], confidence: 0, engine: "extract" };
  return formatFigure({ company, reply, report, reason: null }).answer;
}

describe("the answer for one company", () => {
  it("names the report in which nothing was found once", () => {
    expect(answerWith("Not found in this report.", "Acme, Inc. Annual Report 2024")).toBe(
      "Not found in Acme, Inc. Annual Report 2024.",
    );
  });

  it("names the company where the title of the report does not, and keeps the reason", () => {
    expect(answerWith("Not found in this report. It covers 2024.", "Geschäftsbericht 2024")).toBe(
      "Acme, Inc.: Not found in Geschäftsbericht 2024. It covers 2024.",
    );
  });
});
