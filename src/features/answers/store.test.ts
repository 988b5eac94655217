import { expect, it } from "vitest";
import { freshDatabase } from "../../../test/database.ts";
import { startScriptedModel } from "../../../test/scripted-model.ts";
import { LanguageModelDown, openLanguageModel } from "../../platform/models/index.ts";
import { addTokens } from "./store.ts";

const db = await freshDatabase();
const provider = await startScriptedModel();

const openNode = () =>
  openLanguageModel({
    provider: "openai-compatible",
    model: "scripted",
    url: provider.url,
    apiKey: undefined,
    secondsMax: 5,
    tokensMax: 100,
    contextTokensMax: 1_000,
    tokensPerDay: 300,
    addTokens: (tokens) => addTokens(db, tokens),
  });

it("stops all nodes together once the tokens of the day are used up", async () => {
  const nodes = [await openNode(), await openNode()];
  const write = (at: number) =>
    nodes[at % 2]?.write({ instructions: "", material: "", signal: new AbortController().signal });
  // Each answer of the scripted model takes 120 tokens.
  for (const at of [0, 1, 0]) await write(at);
  await expect(write(0)).rejects.toThrow(LanguageModelDown);
  const started = await openNode();
  await expect(
    started.write({ instructions: "", material: "", signal: new AbortController().signal }),
  ).rejects.toThrow("budget");
});
