import { failUnreachable } from "./connection.ts";
import { type Envelope, readEnvelope } from "./request.ts";

/** Reads server-sent events up to the last one, which has the whole answer or the error. */
export async function readEvents(response: Response, onProgress: (about: string) => void): Promise<Envelope> {
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  if (!isStream || !response.body) return readEnvelope(response);
  for await (const { event, data } of eventsOf(response)) {
    if (event === "progress") onProgress((data as { about: string }).about);
    if (event === "answer" || event === "error") return data as Envelope;
  }
  return failUnreachable();
}

interface StreamEvent {
  event: string;
  data: unknown;
}

/** The events of a response as they arrive; ends when the connection does. */
export async function* eventsOf(response: Response): AsyncGenerator<StreamEvent> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let unread = "";
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: "" }));
      if (done) return;
      const blocks = (unread + value).split("\n\n");
      unread = blocks.pop() ?? "";
      yield* blocks.flatMap(parseEvent);
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/** One event; none for a heartbeat. */
function parseEvent(block: string): StreamEvent[] {
  const lines = block.split("\n");
  const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const [event, data] = [field("event"), field("data")];
  return event === undefined || data === undefined ? [] : [{ event, data: JSON.parse(data) as unknown }];
}
