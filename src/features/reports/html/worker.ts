import { createReadStream } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import type { PdfPage } from "../../../platform/pdf/index.ts";
import { lowerPriority } from "../../../platform/priority/index.ts";
import { transformPage } from "../layout/page-transform.ts";
import { readDeclaration } from "./declaration.ts";
import { DEPTH_MAX, FlowReader, NestedTooDeep } from "./read-flow.ts";
import { Typesetter } from "./typesetter.ts";

/** The lifetime of one thread: one file, its pages, the end. */

export interface HtmlWork {
  filePath: string;
  pagesMax: number;
  charactersMax: number;
}

export type HtmlMessage =
  | { kind: "page"; page: number; words: number; characters: number; result: unknown; body: Uint8Array }
  | { kind: "done" }
  | { kind: "failed"; reason: "too_many_pages" | "too_much_text"; detail: string };

const PIECE_BYTES = 65_536;

class TooLarge extends Error {
  readonly reason: "too_many_pages" | "too_much_text";

  constructor(reason: "too_many_pages" | "too_much_text", detail: string) {
    super(detail);
    this.reason = reason;
  }
}

// Linux sets priority per thread; elsewhere this would slow down the whole service.
if (process.platform === "linux") lowerPriority();
const { filePath, pagesMax, charactersMax } = workerData as HtmlWork;

async function readFile(): Promise<void> {
  const pages: PdfPage[] = [];
  const setter = new Typesetter((page) => pages.push(page));
  const sender = new PageSender();
  let decoder: TextDecoder | null = null;
  let reader: FlowReader | null = null;
  for await (const piece of createReadStream(filePath, { highWaterMark: PIECE_BYTES })) {
    if (!decoder || !reader) {
      const { encoding, xml } = readDeclaration(piece as Buffer);
      decoder = new TextDecoder(encoding);
      reader = new FlowReader((item) => setter.add(item), { xml });
    }
    reader.write(decoder.decode(piece as Buffer, { stream: true }));
    await sender.send(pages.splice(0));
  }
  reader?.write(decoder?.decode() ?? "");
  reader?.end();
  setter.endPage();
  await sender.send(pages.splice(0));
}

class PageSender {
  #carry: unknown = null;
  #characters = 0;

  /** Waits for each page to be processed: a slow consumer slows down the reading instead of filling memory. */
  async send(pages: readonly PdfPage[]): Promise<void> {
    for (const page of pages) {
      if (page.number > pagesMax) throw new TooLarge("too_many_pages", `${pagesMax} pages are allowed.`);
      const characters = page.words.reduce((sum, word) => sum + word.text.length, 0);
      this.#characters += characters;
      if (this.#characters > charactersMax) {
        throw new TooLarge("too_much_text", `The text is longer than allowed at page ${page.number}.`);
      }
      const { result, body, carry } = transformPage(page, this.#carry);
      this.#carry = carry;
      const taken = new Promise((resolve) => parentPort?.once("message", resolve));
      emit({
        kind: "page",
        page: page.number,
        words: page.words.length,
        characters,
        result,
        body: new Uint8Array(Buffer.from(body)),
      });
      await taken;
    }
  }
}

function emit(message: HtmlMessage): void {
  parentPort?.postMessage(message);
}

try {
  await readFile();
  emit({ kind: "done" });
} catch (error) {
  if (error instanceof NestedTooDeep)
    emit({
      kind: "failed",
      reason: "too_much_text",
      detail: `Its elements are nested more than ${DEPTH_MAX} deep.`,
    });
  else if (error instanceof TooLarge) emit({ kind: "failed", reason: error.reason, detail: error.message });
  else throw error;
}
