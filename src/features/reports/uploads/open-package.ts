import { rm } from "node:fs/promises";
import path from "node:path";
import { Failure } from "../../../kernel/errors.ts";
import { unpackMember } from "../../../platform/archives/index.ts";

const LIMITS = { entriesMax: 5_000, bytesMax: 250 * 1_048_576, ratioMax: 100 };
const HTML = /\.(?:xhtml|html?)$/i;

/** The first bytes of a zip archive. */
export function isPackage(start: Buffer): boolean {
  return start.subarray(0, 4).toString("latin1") === "PK\u0003\u0004";
}

/**
 * Runs work on the report inside a report package (ESEF): the one HTML file in its folder `reports`. The unpacked file
 * is removed afterwards.
 */
export async function withPackagedReport<T>(
  packagePath: string,
  work: (report: { path: string; fileName: string }) => Promise<T>,
): Promise<T> {
  const target = `${packagePath}-report`;
  try {
    const unpacked = await unpackMember(packagePath, { target, limits: LIMITS, choose: chooseReport });
    if ("refused" in unpacked)
      throw new Failure("file_not_readable", {
        detail: `file: the package was refused: ${unpacked.refused}`,
      });
    return await work({ path: target, fileName: path.posix.basename(unpacked.name) });
  } finally {
    await rm(target, { force: true });
  }
}

function chooseReport(names: readonly string[]): { name: string } | { refused: string } {
  const documents = names.filter((name) => HTML.test(name) && !/(?:^|\/)META-INF\//i.test(name));
  const inReports = documents.filter((name) => /(?:^|\/)reports\//i.test(name));
  const [report, ...others] = inReports.length > 0 ? inReports : documents;
  if (report === undefined) return { refused: "it holds no XHTML report" };
  if (others.length > 0)
    return { refused: `it holds ${others.length + 1} reports; upload the XHTML file of the one you want` };
  return { name: report };
}
