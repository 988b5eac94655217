import type { Database } from "../../../platform/db/index.ts";
import type { LanguageModel } from "../../../platform/models/index.ts";
import { findAccountModel } from "../../answers/index.ts";
import { askModel, type FieldAsker } from "./ask-model.ts";

/** Who is asked for the fields that need reading; null when no model is configured. */
export async function openAsker(
  tools: { db: Database; languageModel: LanguageModel | null },
  { accountId, secondsMax }: { accountId: string; secondsMax: number },
): Promise<FieldAsker | null> {
  if (tools.languageModel === null) return null;
  const { model, disabled } = await findAccountModel(tools, accountId);
  return askModel(model ?? tools.languageModel, { secondsMax, disabled });
}
