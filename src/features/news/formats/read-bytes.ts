import { decodeBytes } from "./decode-bytes.ts";
import { readAnyFormat } from "./detect-format.ts";
import { fault, type ReadItem } from "./format.ts";

/** The articles in a stream of bytes, in any format and encoding; problems are returned as faults. */
export async function* readBytes(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { charset = null }: { charset?: string | null } = {},
): AsyncGenerator<ReadItem> {
  const decoder = decodeBytes(charset);
  const reader = readAnyFormat();
  for await (const chunk of chunks) yield* reader.write(decoder.write(chunk));
  yield* reader.write(decoder.end());
  yield* reader.end();
  const mistake = decoder.mistake();
  if (mistake !== null) yield fault("wrong_encoding", mistake);
}
