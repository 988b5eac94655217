import type { Database } from "../../platform/db/index.ts";
import { type LanguageModel, LanguageModelDown } from "../../platform/models/index.ts";
import { usesLanguageModel } from "../accounts/index.ts";

export interface AccountModel {
  /** Null when none is configured, or when the account has disabled it. */
  model: LanguageModel | null;
  /** Why a configured model is not asked; null when it is. */
  disabled: string | null;
  /** The same, to follow the name of the engine that answers. */
  note: string;
}

/** The configured model, unless an owner of the account has disabled it; it is checked again before every request. */
export async function findAccountModel(
  { db, languageModel }: { db: Database; languageModel: LanguageModel | null },
  accountId: string,
): Promise<AccountModel> {
  if (languageModel === null) return { model: null, disabled: null, note: "" };
  const isEnabled = () => usesLanguageModel(db, accountId);
  if (await isEnabled()) {
    const write: LanguageModel["write"] = async (input) => {
      if (!(await isEnabled())) throw new LanguageModelDown("disabled");
      return languageModel.write(input);
    };
    return { model: { ...languageModel, write }, disabled: null, note: "" };
  }
  const { message } = new LanguageModelDown("disabled");
  return { model: null, disabled: message, note: ` (${message})` };
}
