import { z } from "zod";
import { defineOperation } from "../../kernel/operation.ts";
import type { Database } from "../../platform/db/index.ts";
import type { LanguageModel } from "../../platform/models/index.ts";
import { requireOwnerOf, setLanguageModel, usesLanguageModel } from "../accounts/index.ts";
import { findModelHealth } from "./store.ts";

interface ModelTools {
  db: Database;
  languageModel: LanguageModel | null;
}

const common = { scope: "account:read", effect: "read", price: 0, mcp: false, perSecond: 2 } as const;

const IsEnabled = z.boolean().describe("Whether the account uses the language model");
const Moment = z.iso.datetime().nullable();
const Model = z.object({
  name: z.string().describe("Provider and model"),
  is_local: z.boolean().describe("Whether what it is given stays on this machine"),
  tokens_per_day: z.int().describe("The most tokens that the service uses in a day"),
  tokens_today: z.int().describe("How many it has used today"),
  last_success_at: Moment.describe("When it last answered"),
  last_failure_at: Moment.describe("When it last failed"),
  last_failure: z.string().nullable().describe("Why it last failed"),
});

export const showLanguageModel = ({ db, languageModel }: ModelTools) =>
  defineOperation({
    ...common,
    id: "account.language_model",
    summary: "Show the language model, and whether the account uses it",
    guide: "How the configured language model is doing; `model` is null when none is configured.",
    perSecond: 5,
    rest: { method: "GET", path: "/v1/account/language_model" },
    input: z.strictObject({}),
    output: z.object({
      is_enabled: IsEnabled,
      model: Model.nullable().describe("Null when none is configured"),
    }),
    examples: [{ title: "How it is doing", input: {} }],
    async run({ caller }) {
      const is_enabled = await usesLanguageModel(db, caller.accountId);
      if (languageModel === null) return { is_enabled, model: null };
      const { name, isLocal: is_local, tokensPerDay: tokens_per_day } = languageModel;
      return { is_enabled, model: { name, is_local, tokens_per_day, ...(await findModelHealth(db, name)) } };
    },
  });

export const listLanguageModels = ({ languageModel }: ModelTools) =>
  defineOperation({
    ...common,
    id: "account.language_models",
    summary: "List the models of the configured provider",
    guide: "Asks the provider; null when it does not say, or when none is configured.",
    rest: { method: "GET", path: "/v1/account/language_model/list" },
    input: z.strictObject({}),
    output: z.object({ models: z.array(z.string()).nullable().describe("Their names") }),
    examples: [{ title: "What there is", input: {} }],
    run: async () => ({ models: (await languageModel?.listModels()) ?? null }),
  });

export const switchLanguageModel = ({ db }: ModelTools) =>
  defineOperation({
    ...common,
    id: "account.switch_language_model",
    summary: "Enable or disable the language model for the account",
    guide: "For owners. Without it the built-in readers answer, and say so.",
    scope: "account:write",
    effect: "write",
    rest: { method: "POST", path: "/v1/account/language_model/switch" },
    input: z.strictObject({ is_enabled: IsEnabled }),
    output: z.object({ is_enabled: IsEnabled }),
    errors: ["owner_only"],
    examples: [{ title: "Disable it", input: { is_enabled: false } }],
    async run({ caller }, { is_enabled }) {
      await requireOwnerOf(db, caller);
      await setLanguageModel(db, caller.accountId, is_enabled);
      return { is_enabled };
    },
  });
