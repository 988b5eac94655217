import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findBalance } from "../src/features/credits/index.ts";
import { startTestApp } from "./app.ts";

interface NameQuestion {
  set: string;
  question: string;
  companies: string[] | null;
  expect: string;
}

const file = new URL("../evals/chat-questions.jsonl", import.meta.url);
const questions = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((line): NameQuestion => JSON.parse(line))
  .filter(({ set }) => set === "names");

const app = await startTestApp({ demo: true, rate_factor: 1_000 });
const account = await app.addAccount({ credits: 50_000 });
const ask = async (question: string) =>
  (await app.call("POST", "/v1/chat/query", { key: account.key, body: { question } })).json.data;
const available = async () => (await findBalance(app.db, account.accountId))?.available ?? 0;

describe("companies of a question", () => {
  it.each(questions.map((one) => [one.question, one] as const))(
    "are only those it names, and names that no company has are free: %s",
    async (question, { companies, expect: expected }) => {
      const before = await available();
      const answer = await ask(question);
      const ids = answer.companies.map(({ svc_entity_id }: { svc_entity_id: string }) => svc_entity_id);
      expect(ids.filter((id: string) => !companies?.includes(id))).toEqual([]);
      if (expected !== "ask_back" && expected !== "help") return;
      expect([answer.outcome, answer.claims, await available()]).toEqual([expected, [], before]);
    },
  );

  it.each(["What was the revenue of SAP in 2024?", "SAP revenue", "revenue of SAP SE"])(
    "may be written like an ordinary word in capitals: %s",
    async (question) => {
      const { companies } = await ask(question);
      expect(companies.map(({ name }: { name: string }) => name)).toEqual(["SAP SE"]);
    },
  );

  it("have their figure in the currency asked for, or a reason why not", async () => {
    const { outcome, answer } = await ask(
      "What was the revenue of Mioharu Beverages in fiscal 2025 in dollars?",
    );
    expect([outcome, answer]).toEqual([
      "not_found",
      expect.stringContaining("The report is in JPY, not in USD"),
    ]);
  });
});
