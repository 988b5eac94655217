import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import initTypst, { type TypstCompiler, TypstCompilerBuilder } from "@myriaddreamin/typst-ts-web-compiler";
import { z } from "zod";
import type { Company, ReportDefinition } from "./catalogue.ts";
import type { CompanyModel } from "./model/periods.ts";
import { printStatements } from "./model/statements.ts";

const FONT_PACKAGES = [
  import.meta.resolve("@expo-google-fonts/source-sans-3/package.json"),
  import.meta.resolve("@expo-google-fonts/source-serif-4/package.json"),
  import.meta.resolve("@expo-google-fonts/ibm-plex-sans/package.json"),
  import.meta.resolve("@expo-google-fonts/fraunces/package.json"),
  import.meta.resolve("@expo-google-fonts/zen-kaku-gothic-new/package.json"),
  import.meta.resolve("@expo-google-fonts/noto-sans-sc/package.json"),
];
const FONT_WEIGHTS = /^(400Regular|400Regular_Italic|600SemiBold|700Bold)$/;

/** A true answer for evaluation: what is printed, where. */
const Figure = z.object({
  id: z.string(),
  label: z.string(),
  period: z.string(),
  /** A number as it is meant; a range or a rate stated in a sentence stays text. */
  value: z.union([z.number(), z.string()]),
  /** As it stands on the page, except that a text's wording may differ. */
  printed: z.string(),
  unit: z.string(),
  scale: z.enum(["one", "thousand", "million"]),
  source: z.enum(["table", "text"]),
  page: z.int(),
});
export type Figure = z.infer<typeof Figure>;

export interface TypesetReport {
  pdf: Buffer;
  figures: Figure[];
}

/**
 * The WebAssembly build of Typst: the same program on every platform. It sees no file system, so the sources and the
 * fonts are handed over, which also keeps the result the same whatever fonts a machine has.
 */
export async function createTypesetter(): Promise<TypstCompiler> {
  const wasm = new URL(import.meta.resolve("@myriaddreamin/typst-ts-web-compiler/wasm"));
  await initTypst({ module_or_path: new Uint8Array(readFileSync(wasm)) });
  const builder = new TypstCompilerBuilder();
  builder.set_dummy_access_model();
  for (const font of readFonts()) await builder.add_raw_font(font);
  const compiler = await builder.build();
  for (const folder of ["design", "text"]) {
    for (const name of readdirSync(join(import.meta.dirname, folder))) {
      compiler.add_source(posix.join("/", folder, name), readSource(folder, name));
    }
  }
  return compiler;
}

const readSource = (folder: string, name: string) =>
  readFileSync(join(import.meta.dirname, folder, name), "utf8");

function readFonts(): Uint8Array[] {
  return FONT_PACKAGES.flatMap((url) => {
    const folder = dirname(fileURLToPath(url));
    return readdirSync(folder)
      .filter((name) => FONT_WEIGHTS.test(name))
      .sort()
      .flatMap((name) =>
        readdirSync(join(folder, name))
          .filter((file) => file.endsWith(".ttf"))
          .map((file) => new Uint8Array(readFileSync(join(folder, name, file)))),
      );
  });
}

const PAGED = 0;
const PDF = 1;
const DIAGNOSTICS_AS_TEXT = 3;

export function typesetReport(
  typesetter: TypstCompiler,
  report: { definition: ReportDefinition; company: Company; model: CompanyModel },
): TypesetReport {
  return typeset(typesetter, `/text/${report.definition.slug}.typ`, reportData(report));
}

/** Typesets a source that the typesetter was given. A warning is an error: nothing may look other than meant. */
export function typeset(typesetter: TypstCompiler, path: string, data: unknown): TypesetReport {
  const world = typesetter.snapshot("/", path, [["data", JSON.stringify(data)]]);
  try {
    const { diagnostics } = z
      .object({ diagnostics: z.array(z.unknown()) })
      .parse(world.compile(PAGED, DIAGNOSTICS_AS_TEXT));
    if (diagnostics.length > 0) throw new Error(`${path}: ${JSON.stringify(diagnostics, null, 1)}`);
    const { result } = z
      .object({ result: z.instanceof(Uint8Array) })
      .parse(world.get_artifact(PDF, DIAGNOSTICS_AS_TEXT));
    const marks = z.array(z.object({ value: Figure })).parse(JSON.parse(world.query(PAGED, "<figure>")));
    return { pdf: Buffer.from(result), figures: marks.map((mark) => mark.value) };
  } finally {
    world.free();
  }
}

function reportData({ definition, company, model }: Parameters<typeof typesetReport>[1]): unknown {
  const { drivers, periods } = model;
  const [year, month, day] = definition.publish_date.split("-").map(Number);
  return {
    company: { ...company, display_name: displayName(company, definition.language) },
    report: {
      ...definition,
      year,
      month,
      day,
      keywords: [company.ticker, definition.report_type, String(definition.fiscal_year)],
    },
    unit: { currency: drivers.currency, scale: drivers.scale, decimals: drivers.decimals },
    periods,
    statements: printStatements(company.slug, {
      periods,
      keys: definition.periods,
      language: definition.language,
    }),
  };
}

/** A Japanese report names the company as Japanese readers know it. */
function displayName(company: Company, language: ReportDefinition["language"]): string {
  return language === "ja" ? (company.name_local ?? company.name) : company.name;
}
