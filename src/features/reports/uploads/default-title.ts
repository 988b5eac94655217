import path from "node:path";
import { readTitle } from "../html/read-title.ts";

const NO_NAME = "Report";

/** The title of a report that is uploaded without one: what the document calls itself, else the name of its file. */
export function defaultTitle(start: Buffer, file: { fileName: string; contentType: string }): string {
  const own = file.contentType === "text/html" ? readTitle(start) : null;
  return own ?? titleOfFile(file.fileName);
}

function titleOfFile(fileName: string): string {
  const words = path
    .parse(fileName)
    .name.replaceAll(/[\p{Cc}_\s]+|(?<=[\p{L}\d])-(?=\p{L})|(?<=\p{L})-(?=\d)/gu, " ")
    .trim()
    .slice(0, 500);
  return words === "" ? NO_NAME : words;
}
