/** How the build cuts the console into files, and which of them a page needs. */
import path from "node:path";
import type { IndexHtmlTransformContext, Rolldown } from "vite";
import { LANGUAGES } from "./texts/languages.ts";

type GetModule = Rolldown.GetModuleInfo;
export type Bundle = NonNullable<IndexHtmlTransformContext["bundle"]>;

const moduleAt = (file: string) => path.join(import.meta.dirname, file);
const MAIN = moduleAt("main.tsx");
const CATALOGUES = LANGUAGES.map((language) => moduleAt(`texts/${language}/index.ts`));
const SMALL_PARTS = /[\\/]console[\\/]ui[\\/]|[\\/]node_modules[\\/](lucide-react|@tanstack)[\\/]/;

/**
 * All that the front page imports is one file, and the small parts that other pages share are another. Cut by who shares
 * what, as the bundler would, these are sixty, and each costs a request.
 */
export function groupChunks(): Rolldown.CodeSplittingGroup[] {
  let first: Set<string> | undefined;
  return [
    {
      name(id, modules) {
        first ??= listFirst((one) => modules.getModuleInfo(one));
        return first.has(id) ? "application" : null;
      },
      debugName: "application",
      priority: 2,
    },
    { name: "parts", test: SMALL_PARTS, minShareCount: 2, priority: 1 },
  ];
}

/** The application waits for a catalogue, so a catalogue must not import from the application's file. */
function listFirst(getModule: GetModule): Set<string> {
  const ofCatalogues = listImports(CATALOGUES, getModule);
  return listImports([MAIN], getModule).difference(ofCatalogues.add(MAIN));
}

function listImports(from: readonly string[], getModule: GetModule): Set<string> {
  const found = new Set(from);
  for (const id of found) for (const next of getModule(id)?.importedIds ?? []) found.add(next);
  return found;
}

/** The pages that take longest to load, and what they need besides the application. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  "/console/ask/": ["pages/ask/thread.tsx", "pages/reports/report-viewer.tsx"],
  "/console/companies/": ["pages/companies/company.tsx", "pages/companies/chart/chart-canvas.tsx"],
  "/console/reports/": ["pages/reports/report.tsx", "pages/reports/report-viewer.tsx"],
};

/** The files of these pages, by how their paths begin: without the list, a page's files are named by other files. */
export function listPageFiles(bundle: Bundle, application: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(PAGES).map(([start, modules]) => {
      const files = new Set(modules.map((module) => requireFile(bundle, module)));
      for (const file of files) {
        const chunk = bundle[file];
        if (chunk?.type === "chunk") for (const next of chunk.imports) files.add(next);
      }
      const urls = [...files].map((file) => `/console/${file}`);
      return [start, urls.filter((url) => !application.includes(url))];
    }),
  );
}

/** The file that a dynamic import of the module loads. */
export function requireFile(bundle: Bundle, module: string): string {
  const chunk = Object.values(bundle).find(
    (output) => output.type === "chunk" && output.facadeModuleId === moduleAt(module),
  );
  if (!chunk) throw new Error(`${module} is in no file of its own`);
  return chunk.fileName;
}
