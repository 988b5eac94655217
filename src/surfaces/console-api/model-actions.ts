import { z } from "zod";
import { setLanguageModel, usesLanguageModel } from "../../features/accounts/index.ts";
import { findModelHealth } from "../../features/answers/index.ts";
import { defineAction } from "./action.ts";

/** The language model of the installation, and whether this account uses it. */
export const modelActions = [
  defineAction({
    id: "show_language_model",
    summary: "The configured language model, how it is doing, and whether the account uses it",
    method: "GET",
    path: "/language_model",
    access: "member",
    input: z.strictObject({}),
    async run({ tools: { db, languageModel }, person }) {
      const is_enabled = await usesLanguageModel(db, person.member.account_id);
      if (languageModel === null) return { is_enabled, model: null };
      const { name, isLocal: is_local, tokensPerDay: tokens_per_day } = languageModel;
      return { is_enabled, model: { name, is_local, tokens_per_day, ...(await findModelHealth(db, name)) } };
    },
  }),
  defineAction({
    id: "list_language_models",
    summary: "The models that the configured provider has; null when it does not say",
    method: "GET",
    path: "/language_model/list",
    access: "member",
    input: z.strictObject({}),
    run: async ({ tools: { languageModel } }) => ({ models: (await languageModel?.listModels()) ?? null }),
  }),
  defineAction({
    id: "switch_language_model",
    summary: "Enable or disable the language model for the whole account",
    method: "POST",
    path: "/language_model",
    access: "owner",
    input: z.strictObject({ is_enabled: z.boolean() }),
    async run({ tools, person }, { is_enabled }) {
      await setLanguageModel(tools.db, person.member.account_id, is_enabled);
      return { is_enabled };
    },
  }),
] as const;
