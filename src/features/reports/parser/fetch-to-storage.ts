import { Failure } from "../../../kernel/errors.ts";
import type { GuardedFetch } from "../../../platform/fetch/index.ts";
import type { Storage, StoredFile } from "../../../platform/storage/index.ts";

const LIMITS = { bytesMax: 500 * 1_048_576, secondsMax: 300 };

/** Downloads a file into storage; throws a Failure when the URL or its content is at fault. */
export async function fetchToStorage(
  { fetch, storage }: { fetch: GuardedFetch; storage: Storage },
  url: string,
  signal: AbortSignal,
): Promise<StoredFile> {
  const { status, body } = await fetch(url, { ...LIMITS, signal });
  if (status !== 200) {
    body.destroy();
    throw new Failure("fetch_failed", { detail: `The URL responded with status ${status}.` });
  }
  const writer = await storage.openWriter({ contentType: "application/pdf", contentEncoding: null });
  try {
    for await (const piece of body) await writer.write(piece as Buffer);
    return await writer.finish();
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}
