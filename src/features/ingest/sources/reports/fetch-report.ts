import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Failure } from "../../../../kernel/errors.ts";
import type { SourceTools } from "../../source.ts";

const BYTES_MAX = 500_000_000;
const SECONDS_MAX = 300;

export interface FetchedReport {
  path: string;
  fileName: string;
  contentType: string;
}

/** Downloads a report to a folder, once; a string says why it failed. The first bytes decide the file type. */
export async function fetchReport(
  tools: SourceTools,
  url: string,
  folder: string,
): Promise<FetchedReport | string> {
  const fileName = nameIn(url) || "report";
  const file = path.join(folder, createHash("sha256").update(url).digest("hex").slice(0, 24));
  mkdirSync(folder, { recursive: true });
  for (const contentType of ["application/pdf", "text/html"])
    if (existsSync(file + extensionOf(contentType)))
      return { path: file + extensionOf(contentType), fileName, contentType };
  try {
    const page = await tools.fetch(url, {
      bytesMax: BYTES_MAX,
      secondsMax: SECONDS_MAX,
      signal: tools.signal,
    });
    if (page.status !== 200) return `the URL responded with status ${page.status}`;
    const contentType = detectContentType(page.body);
    if (contentType === null) return "it is neither a PDF nor an HTML file";
    const target = file + extensionOf(contentType);
    writeFileSync(`${target}.part`, page.body);
    renameSync(`${target}.part`, target);
    return { path: target, fileName, contentType };
  } catch (error) {
    if (error instanceof Failure) return error.detail ?? error.message;
    throw error;
  }
}

/** The last part of the URL, decoded; a percent sign that encodes nothing stays. */
function nameIn(url: string): string {
  const name = path.basename(new URL(url).pathname);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function extensionOf(contentType: string): string {
  return contentType === "text/html" ? ".html" : ".pdf";
}

function detectContentType(body: Buffer): string | null {
  const start = body.subarray(0, 4_096).toString("latin1");
  if (start.includes("%PDF-")) return "application/pdf";
  return /<(!doctype html|html|head|body|xbrl|\?xml)/i.test(start) ? "text/html" : null;
}
