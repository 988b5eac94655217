import { createHash } from "node:crypto";

/** Writes small PDF files byte by byte, so that tests need no external files and can write invalid ones. */

export interface TestPage {
  /** Operators of the page's content. */
  content: string;
  width?: number;
  height?: number;
  /** Additional entries of the page's dictionary, such as `/Rotate 90`. */
  extra?: string;
}

export interface TestPdf {
  pages: TestPage[];
  /** Entries of the information dictionary, such as `/Title (Annual report)`. */
  info?: string;
  /** Encrypts the file; an empty password is how most encrypted reports are written. */
  userPassword?: string;
  /** Further objects by number from 100, each a stream's dictionary entries and its bytes. */
  streams?: { entries: string; bytes: Uint8Array }[];
  /** Entries for the fonts of every page beyond F1 (Helvetica) and F2 (Helvetica-Bold). */
  resources?: string;
}

/** One line of text; `y` is measured from the bottom of the page, as PDF does. */
export function text(x: number, y: number, words: string, { font = "F1", size = 10 } = {}): string {
  const escaped = words.replace(/[\\()]/g, (sign) => `\\${sign}`);
  return `BT /${font} ${size} Tf ${x} ${y} Td (${escaped}) Tj ET\n`;
}

/** A font whose letters a, b, c … stand for the characters of `unicode`. Their shapes do not matter. */
export function mapLetters(unicode: string): Pick<TestPdf, "resources" | "streams"> {
  const hex = (code: number, digits: number) => code.toString(16).padStart(digits, "0");
  const pairs = [...unicode].map(
    (character, at) => `<${hex(0x61 + at, 2)}> <${hex(character.codePointAt(0) ?? 0, 4)}>`,
  );
  const map =
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Test def " +
    `1 begincodespacerange <00> <FF> endcodespacerange ${pairs.length} beginbfchar ${pairs.join(" ")} ` +
    "endbfchar endcmap end end";
  return {
    resources: `/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode ${FIRST_STREAM} 0 R >> >>`,
    streams: [{ entries: "", bytes: Buffer.from(map) }],
  };
}

const FIRST_STREAM = 100;
const FONTS =
  "/F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> /F2 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>";

export function buildPdf({ pages, info = "", userPassword, streams = [], resources = "" }: TestPdf): Buffer {
  const encryption = userPassword === undefined ? null : new Rc4Encryption(userPassword);
  const objects = new Map<number, Buffer>();
  const addStream = (number: number, entries: string, bytes: Uint8Array) => {
    const written = encryption ? encryption.encrypt(bytes, number) : Buffer.from(bytes);
    const head = `<< ${entries} /Length ${written.length} >>\nstream\n`;
    objects.set(number, Buffer.concat([Buffer.from(head), written, Buffer.from("\nendstream")]));
  };
  const kids = pages.map((_, at) => `${10 + at * 2} 0 R`).join(" ");
  // Texts outside streams would have to be encrypted as well; an encrypted test file simply has none.
  const language = encryption ? "" : "/Lang (en-US)";
  objects.set(1, Buffer.from(`<< /Type /Catalog /Pages 2 0 R ${language} >>`));
  objects.set(2, Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`));
  if (info !== "") objects.set(3, Buffer.from(`<< ${info} >>`));
  for (const [at, { content, width = 612, height = 792, extra = "" }] of pages.entries()) {
    const number = 10 + at * 2;
    const box = `/MediaBox [0 0 ${width} ${height}]`;
    const used = `/Resources << /Font << ${FONTS} >> ${resources} >>`;
    const page = `<< /Type /Page /Parent 2 0 R ${box} ${used} /Contents ${number + 1} 0 R ${extra} >>`;
    objects.set(number, Buffer.from(page));
    addStream(number + 1, "", Buffer.from(content, "latin1"));
  }
  for (const [at, { entries, bytes }] of streams.entries()) addStream(FIRST_STREAM + at, entries, bytes);
  if (encryption) objects.set(4, Buffer.from(encryption.dictionary));
  return assemble(objects, [
    "/Root 1 0 R",
    info === "" ? "" : "/Info 3 0 R",
    encryption ? `/Encrypt 4 0 R /ID [<${encryption.id}> <${encryption.id}>]` : "",
  ]);
}

function assemble(objects: Map<number, Buffer>, trailer: string[]): Buffer {
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n")];
  const offsets = new Map<number, number>();
  let length = parts[0]?.length ?? 0;
  for (const [number, body] of [...objects].sort(([a], [b]) => a - b)) {
    const written = Buffer.concat([Buffer.from(`${number} 0 obj\n`), body, Buffer.from("\nendobj\n")]);
    offsets.set(number, length);
    parts.push(written);
    length += written.length;
  }
  const size = Math.max(...objects.keys()) + 1;
  let table = `xref\n0 ${size}\n0000000000 65535 f \n`;
  for (let number = 1; number < size; number++) {
    const offset = offsets.get(number);
    table +=
      offset === undefined ? "0000000000 00000 f \n" : `${String(offset).padStart(10, "0")} 00000 n \n`;
  }
  const end = `trailer\n<< /Size ${size} ${trailer.join(" ")} >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table + end)]);
}

const PADDING = Buffer.from("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A", "hex");
const PERMISSIONS = -4;

/** The oldest and simplest PDF encryption (40-bit RC4), which many filing generators still write. */
class Rc4Encryption {
  readonly id = "00112233445566778899aabbccddeeff";
  readonly dictionary: string;
  readonly #key: Buffer;

  constructor(userPassword: string) {
    const user = pad(userPassword);
    const owner = rc4(md5(pad("owner")).subarray(0, 5), user);
    const permissions = Buffer.alloc(4);
    permissions.writeInt32LE(PERMISSIONS);
    this.#key = md5(Buffer.concat([user, owner, permissions, Buffer.from(this.id, "hex")])).subarray(0, 5);
    const check = rc4(this.#key, PADDING);
    const secrets = `/O <${owner.toString("hex")}> /U <${check.toString("hex")}>`;
    this.dictionary = `<< /Filter /Standard /V 1 /R 2 /P ${PERMISSIONS} ${secrets} >>`;
  }

  encrypt(bytes: Uint8Array, object: number): Buffer {
    const suffix = Buffer.from([object & 255, (object >> 8) & 255, (object >> 16) & 255, 0, 0]);
    return rc4(md5(Buffer.concat([this.#key, suffix])).subarray(0, 10), bytes);
  }
}

function pad(password: string): Buffer {
  return Buffer.concat([Buffer.from(password, "latin1"), PADDING]).subarray(0, 32);
}

function md5(bytes: Uint8Array): Buffer {
  return createHash("md5").update(bytes).digest();
}

function rc4(key: Uint8Array, bytes: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at);
  const swap = (a: number, b: number) => {
    const held = state[a] ?? 0;
    state[a] = state[b] ?? 0;
    state[b] = held;
  };
  for (let at = 0, other = 0; at < 256; at++) {
    other = (other + (state[at] ?? 0) + (key[at % key.length] ?? 0)) & 255;
    swap(at, other);
  }
  let first = 0;
  let second = 0;
  return Buffer.from(
    bytes.map((byte) => {
      first = (first + 1) & 255;
      second = (second + (state[first] ?? 0)) & 255;
      swap(first, second);
      return byte ^ (state[((state[first] ?? 0) + (state[second] ?? 0)) & 255] ?? 0);
    }),
  );
}
