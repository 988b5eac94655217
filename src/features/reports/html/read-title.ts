import { Parser } from "htmlparser2";
import { readDeclaration } from "./declaration.ts";

const LETTERS_MAX = 500;
/** Found before it is parsed: the head of a hostile file may be nested thousands deep. */
const TITLE = /<title(?:\s[^<>]{0,200})?>([^<]{1,4000})/i;

/** The title an HTML file gives itself, from its first bytes; null where they have none. */
export function readTitle(start: Buffer): string | null {
  const head = new TextDecoder(readDeclaration(start).encoding).decode(start);
  let title = "";
  const parser = new Parser({ ontext: (text) => (title += text) }, { decodeEntities: true });
  parser.end(TITLE.exec(head)?.[1] ?? "");
  const plain = title.replaceAll(/\s+/g, " ").trim().slice(0, LETTERS_MAX);
  return plain === "" ? null : plain;
}
