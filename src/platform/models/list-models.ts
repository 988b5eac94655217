import { z } from "zod";

export type Provider = "openai-compatible" | "anthropic" | "google";

const SECONDS_MAX = 5;
const MODELS_MAX = 200;

const PROVIDERS: Record<Provider, { url: string; headers: (apiKey: string) => Record<string, string> }> = {
  "openai-compatible": { url: "", headers: (apiKey) => ({ authorization: `Bearer ${apiKey}` }) },
  anthropic: {
    url: "https://api.anthropic.com/v1",
    headers: (apiKey) => ({ "x-api-key": apiKey, "anthropic-version": "2023-06-01" }),
  },
  google: {
    url: "https://generativelanguage.googleapis.com/v1beta",
    headers: (apiKey) => ({ "x-goog-api-key": apiKey }),
  },
};

const Answer = z.union([
  z
    .object({ data: z.array(z.object({ id: z.string().max(200) })) })
    .transform(({ data }) => data.map(({ id }) => id)),
  z
    .object({ models: z.array(z.object({ name: z.string().max(200) })) })
    .transform(({ models }) => models.map(({ name }) => name.replace(/^models\//, ""))),
]);

/** The models a provider has, by name; null when it does not say. */
export async function listModels(settings: {
  provider: Provider;
  url: string | undefined;
  apiKey: string | undefined;
}): Promise<string[] | null> {
  const { url, headers } = PROVIDERS[settings.provider];
  try {
    const response = await fetch(`${(settings.url ?? url).replace(/\/$/, "")}/models`, {
      headers: settings.apiKey ? headers(settings.apiKey) : {},
      signal: AbortSignal.timeout(SECONDS_MAX * 1_000),
    });
    if (!response.ok) return null;
    return Answer.parse(await response.json())
      .sort()
      .slice(0, MODELS_MAX);
  } catch {
    return null;
  }
}
