/**
 * Writes a made-up golden copy, zipped, of the width of a real one.
 *
 *   node bench/companies/write-golden-copy.ts FILE ROWS
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { Zip, ZipDeflate } from "fflate";
import { synthesizeLeiCsv } from "./synthesize-leis.ts";

const [file = "", rows = ""] = process.argv.slice(2);
writeGoldenCopy(file, Number(rows));

function writeGoldenCopy(file: string, count: number): void {
  const target = openSync(file, "w");
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    writeSync(target, piece);
  });
  const member = new ZipDeflate("golden.csv", { level: 1 });
  zip.add(member);
  let text = "";
  for (const line of synthesizeLeiCsv(count)) {
    text += line;
    if (text.length < 1_000_000) continue;
    member.push(Buffer.from(text));
    text = "";
  }
  member.push(Buffer.from(text), true);
  zip.end();
  closeSync(target);
}
