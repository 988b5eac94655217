import { createReadStream } from "node:fs";
import type { Storage, StoredFile } from "../../platform/storage/index.ts";

export async function storeLocalFile(
  storage: Storage,
  filePath: string,
  contentType: string,
): Promise<StoredFile> {
  const writer = await storage.openWriter({ contentType, contentEncoding: null });
  try {
    for await (const piece of createReadStream(filePath)) await writer.write(piece as Buffer);
    return await writer.finish();
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}
