import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createTypesetter, typeset } from "../fictional/typeset.ts";
import type { Page } from "./pages.ts";

export interface UnusualReport {
  title: string;
  look?: "serif" | "sans";
  /** Nothing is printed at the edges of its pages, as on a scan. */
  bare?: boolean;
  /** One for each company that the file is of. */
  parts: readonly { company: string; pages: readonly Page[] }[];
}

export interface UnusualTypesetter {
  typeset: (report: UnusualReport) => Buffer;
  /** Hands over an image that a page names by its path. */
  addImage: (path: string, png: Uint8Array) => void;
}

/** The typesetter of the demo reports, with the design of the unusual ones. */
export async function createUnusualTypesetter(): Promise<UnusualTypesetter> {
  const compiler = await createTypesetter();
  const path = "/unusual/report.typ";
  compiler.add_source(path, readFileSync(join(import.meta.dirname, "report.typ"), "utf8"));
  return {
    typeset: (report) => typeset(compiler, path, { look: "sans", bare: false, ...report }).pdf,
    addImage: (image, png) => {
      compiler.map_shadow(image, png);
    },
  };
}
