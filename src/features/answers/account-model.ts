import type { Database } from "../../platform/db/index.ts";
import type { LanguageModel } from "../../platform/models/index.ts";
import { usesLanguageModel } from "../accounts/index.ts";

export interface AccountModel {
  /** Null when none is configured, or when the account has disabled it. */
  model: LanguageModel | null;
  /** Why a configured model is not asked; null when it is. */
  disabled: string | null;
  /** The same, to follow the name of the engine that answers. */
  note: string;
}

const DISABLED = "language model: disabled for this account";

/** The configured model, unless an owner of the account has disabled it. */
export async function findAccountModel(
  { db, languageModel }: { db: Database; languageModel: LanguageModel | null },
  accountId: string,
): Promise<AccountModel> {
  if (languageModel === null) return { model: null, disabled: null, note: "" };
  const isEnabled = await usesLanguageModel(db, accountId);
  return isEnabled
    ? { model: languageModel, disabled: null, note: "" }
    : { model: null, disabled: DISABLED, note: ` (${DISABLED})` };
}
