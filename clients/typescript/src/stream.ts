/** One event of a streamed answer, such as `progress`, `part` or `answer`. */
export interface StreamEvent {
  event: string;
  data: unknown;
}

/** Reads server-sent events as they arrive. */
export async function* readEvents(response: Response): AsyncGenerator<StreamEvent> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of chunksOf(response)) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = parseEvent(block);
      if (event) yield event;
    }
  }
}

async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Whoever stops reading hangs up.
    await reader.cancel();
  }
}

function parseEvent(block: string): StreamEvent | null {
  const lines = block.split(/\r?\n/).filter((line) => !line.startsWith(":"));
  const valuesOf = (name: string) =>
    lines
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trimStart());
  const data = valuesOf("data").join("\n");
  if (data === "") return null;
  return { event: valuesOf("event")[0] ?? "message", data: data === "[DONE]" ? null : JSON.parse(data) };
}
