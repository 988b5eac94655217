import { Failure } from "../../kernel/errors.ts";
import type { FetchOptions, GuardedFetch } from "./guarded-fetch.ts";
import { makeHostQueue } from "./host-queue.ts";
import { readBody } from "./read-body.ts";

/** A complete page. */
export interface FetchedPage {
  status: number;
  url: string;
  headers: Readonly<Record<string, string | undefined>>;
  /** As declared by the server, without parameters, in lower case. */
  contentType: string;
  charset: string | null;
  body: Buffer;
}

export type PageFetch = (url: string, input: FetchOptions) => Promise<FetchedPage>;

const PAUSE_MILLISECONDS = 1_000;

/** Fetches complete pages, compressed or not, one at a time per host and with a pause in between. */
export function makePageFetch(
  fetch: GuardedFetch,
  { pauseMilliseconds = PAUSE_MILLISECONDS }: { pauseMilliseconds?: number } = {},
): PageFetch {
  const inTurn = makeHostQueue(pauseMilliseconds);
  return (url, input) =>
    inTurn(URL.parse(url)?.host ?? "", input.signal, async () => {
      const headers = { "accept-encoding": "gzip, deflate, br", ...input.headers };
      const response = await fetch(url, { ...input, headers });
      const body = await readBody(response, input.bytesMax).catch((error: unknown) => {
        throw explain(error, input);
      });
      const contentType = response.headers["content-type"] ?? "";
      return {
        status: response.status,
        url: response.url,
        headers: Object.fromEntries(
          Object.entries(response.headers).map(([name, value]) => [name, value?.toString()]),
        ),
        contentType: contentType.split(";")[0]?.trim().toLowerCase() ?? "",
        charset: /charset="?([\w.:-]+)/i.exec(contentType)?.[1] ?? null,
        body,
      };
    });
}

function explain(error: unknown, { signal, secondsMax }: FetchOptions): unknown {
  if (error instanceof Failure || signal?.aborted) return error;
  const isLate = error instanceof Error && /Abort|Timeout/.test(error.name);
  const detail = isLate ? `The response did not end within ${secondsMax} s.` : "The connection broke.";
  return new Failure("fetch_failed", { detail, cause: error });
}
