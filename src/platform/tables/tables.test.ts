import { parquetReadObjects } from "hyparquet";
import { describe, expect, it } from "vitest";
import type { Table } from "../../kernel/table.ts";
import { openCsv, readJsonArray, writeTable } from "./index.ts";

async function* pieces(text: string, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string, options = {}) {
  const { header, lines } = await openCsv(pieces(text), options);
  return { header, lines: await Array.fromAsync(lines) };
}

describe("reading CSV", () => {
  it("handles quotes, line breaks in fields, other line endings and a byte order mark", async () => {
    const { header, lines } = await read('\uFEFFa, b\r\n1,"x, ""y"""\r\n\r\n2,"two\nlines"\n3,é');
    expect(header).toEqual(["a", "b"]);
    expect(lines.map(({ line, cells }) => [line, ...cells])).toEqual([
      [2, "1", 'x, "y"'],
      [4, "2", "two\nlines"],
      [6, "3", "é"],
    ]);
  });

  it("names the line of a record that cannot be read, and continues", async () => {
    const { lines } = await read('a,b\n1,2\n1\n"x"y,2\n3,4\n"never closed,1\n5,6\n');
    expect(lines.map(({ line, fault }) => [line, fault])).toEqual([
      [2, null],
      [3, "1 fields where the header has 2"],
      [4, "text after a closing quote"],
      [5, null],
      [6, "a quoted field is not closed"],
      [7, null],
    ]);
  });

  it("loses no line to a stray quote", async () => {
    const { lines } = await read(
      'a,b\n19" screens,1\n"open,2\n3,4\n"x",5\n24" screens,6\n"two\nlines","7"\n',
    );
    expect(lines.map(({ line, cells, fault }) => [line, fault ?? cells])).toEqual([
      [2, ['19" screens', "1"]],
      [3, "a quoted field is not closed"],
      [4, ["3", "4"]],
      [5, ["x", "5"]],
      [6, ['24" screens', "6"]],
      [7, ["two\nlines", "7"]],
    ]);
    const endless = await read(`a,b\n"open,0\n${"1,2\n".repeat(450)}`);
    expect(endless.lines.filter(({ fault }) => fault !== null).map(({ line }) => line)).toEqual([2]);
    expect(endless.lines).toHaveLength(451);
  });

  it("reports NUL characters and bytes of another encoding", async () => {
    const { lines } = await read("a,b\n1,x\0y\n2,ok\n");
    expect(lines.map(({ cells, fault }) => fault ?? cells)).toEqual([
      expect.stringContaining("NUL"),
      ["2", "ok"],
    ]);
    const latin = await openCsv(
      (async function* () {
        yield Buffer.from("a\nNestl\u00e9\nplain\n", "latin1");
      })(),
    );
    expect((await Array.fromAsync(latin.lines)).map(({ isGarbled }) => isGarbled)).toEqual([true, false]);
    await expect(read("a\0,b\n")).rejects.toThrow(
      "The header line cannot be read: it contains NUL characters",
    );
    await expect(read("a,b\n", { encoding: "klingon" })).rejects.toThrow("Unknown encoding klingon.");
  });

  it("refuses only a line that is too long, wherever it ends", async () => {
    const long = "x".repeat(2_500_000);
    for (const size of [65_536, 1_000_000, 9_000_000]) {
      const { lines } = await openCsv(pieces(`a,b\n1,2\n${long},3\n4,5\n6,${long}`, size));
      const found = await Array.fromAsync(lines);
      expect(found.map(({ line, cells, fault }) => [line, fault ?? cells])).toEqual([
        [2, ["1", "2"]],
        [3, "it is longer than a million characters"],
        [4, ["4", "5"]],
        [5, "it is longer than a million characters"],
      ]);
    }
    await expect(openCsv(pieces(long, 65_536))).rejects.toThrow(
      "The header line cannot be read: it is longer than a million characters.",
    );
  });

  it("reports an empty file", async () => {
    await expect(read("")).rejects.toThrow("no header line");
    await expect(read("a,b\r1,2\r3,4\r")).rejects.toThrow("lines end with CR alone");
  });
});

const table: Table = {
  columns: [
    { name: "name", type: "text" },
    { name: "day", type: "date" },
    { name: "close", type: "number" },
    { name: "volume", type: "whole" },
  ],
  rows: [
    { name: 'A, "b"', day: "2024-02-29", close: 1.25, volume: 3, other: 1 },
    { name: "=1+1", day: null, close: null, volume: null },
  ],
};

async function written(format: "csv" | "ndjson" | "parquet", given = table): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  await writeTable(format, given, async (piece) => {
    parts.push(piece);
  });
  return Buffer.concat(parts);
}

describe("a table writer", () => {
  it("writes CSV that a spreadsheet does not execute", async () => {
    expect((await written("csv")).toString()).toBe(
      'name,day,close,volume\n"A, ""b""",2024-02-29,1.25,3\n\'=1+1,,,\n',
    );
  });

  it.each(["=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1"])(
    "escapes text that a spreadsheet would take for a formula: %j",
    async (name) => {
      const columns: Table["columns"] = [{ name: "name", type: "text" }];
      const csv = (await written("csv", { columns, rows: [{ name }] })).toString();
      expect(csv.slice("name\n".length)).toMatch(/^"?'/);
    },
  );

  it("leaves negative and signed numbers as they are", async () => {
    const columns: Table["columns"] = [{ name: "name", type: "text" }];
    expect((await written("csv", { columns, rows: [{ name: "-12.5" }, { name: "+3" }] })).toString()).toBe(
      "name\n-12.5\n+3\n",
    );
  });

  it("writes NDJSON with every column in every line", async () => {
    const lines = (await written("ndjson")).toString().trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { name: 'A, "b"', day: "2024-02-29", close: 1.25, volume: 3 },
      { name: "=1+1", day: null, close: null, volume: null },
    ]);
  });

  it("writes Parquet that other programs read, with dates and missing values", async () => {
    const bytes = await written("parquet");
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
    expect(await parquetReadObjects({ file })).toEqual([
      { name: 'A, "b"', day: new Date("2024-02-29"), close: 1.25, volume: 3n },
      { name: "=1+1", day: null, close: null, volume: null },
    ]);
  });
});

describe("reading JSON", () => {
  it("yields the objects of an array one by one, with their lines, however the input is split", async () => {
    const text =
      '{"meta": {"a": "]["},\n"records": [\n{"x": 1, "y": ["}", "\\"{"]},\n\n{"x": {"z": []}}\n, 7]}';
    for (const size of [1, 3, 1000]) {
      const found = await Array.fromAsync(readJsonArray(pieces(text, size)));
      expect(found.map(({ line, text: element }) => [line, JSON.parse(element)])).toEqual([
        [3, { x: 1, y: ["}", '"{'] }],
        [5, { x: { z: [] } }],
      ]);
    }
  });

  it("reports a truncated file, wherever it ends", async () => {
    for (const cut of ['{"records": [{"x": 1}, {"x"', '{"records": [{"x": 1}', '{"records": ['])
      await expect(Array.fromAsync(readJsonArray(pieces(cut)))).rejects.toThrow(
        "The file ends in the middle of its list",
      );
  });
});
