import { checkService, UnreachableError } from "./connection.ts";
import { type Envelope, readEnvelope } from "./request.ts";

/** Reads server-sent events up to the last one, which has the whole answer or the error. */
export async function readEvents(response: Response, onProgress: (about: string) => void): Promise<Envelope> {
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  if (!isStream || !response.body) return readEnvelope(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let unread = "";
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: "" }));
    if (done) {
      void checkService();
      throw new UnreachableError();
    }
    const events = (unread + value).split("\n\n");
    unread = events.pop() ?? "";
    const parsed = events.flatMap(parseEvent);
    const progress = parsed.findLast(({ event }) => event === "progress");
    if (progress) onProgress((progress.data as { about: string }).about);
    const last = parsed.find(({ event }) => event === "answer" || event === "error");
    if (last) return last.data as Envelope;
  }
}

/** One event; none for a heartbeat. */
function parseEvent(block: string): { event: string; data: unknown }[] {
  const lines = block.split("\n");
  const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const [event, data] = [field("event"), field("data")];
  return event === undefined || data === undefined ? [] : [{ event, data: JSON.parse(data) as unknown }];
}
