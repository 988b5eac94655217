import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";
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
  pageCount: number;
  figures: Figure[];
}

/**
 * Fonts are handed over as bytes: the typesetter prefers those to fonts of the same name on the machine, which
 * keeps the result the same everywhere.
 */
export function createTypesetter(): NodeCompiler {
  const fontBlobs = FONT_PACKAGES.flatMap((url) => {
    const folder = dirname(fileURLToPath(url));
    return readdirSync(folder)
      .filter((name) => FONT_WEIGHTS.test(name))
      .sort()
      .flatMap((name) =>
        readdirSync(join(folder, name))
          .filter((file) => file.endsWith(".ttf"))
          .map((file) => readFileSync(join(folder, name, file))),
      );
  });
  return NodeCompiler.create({ workspace: import.meta.dirname, fontArgs: [{ fontBlobs }] });
}

export function typesetReport(
  typesetter: NodeCompiler,
  report: { definition: ReportDefinition; company: Company; model: CompanyModel },
): TypesetReport {
  const { definition } = report;
  const result = typesetter.compile({
    mainFilePath: join(import.meta.dirname, "text", `${definition.slug}.typ`),
    inputs: { data: JSON.stringify(reportData(report)) },
  });
  const failure = result.takeError() ?? result.takeWarnings();
  const document = result.result;
  if (failure !== null || document === null) {
    throw new Error(`${definition.slug}: ${JSON.stringify(failure?.shortDiagnostics, null, 1)}`);
  }
  const marks = z
    .array(z.object({ value: Figure }))
    .parse(typesetter.query(document, { selector: "<figure>" }));
  return {
    pdf: typesetter.pdf(document, { pdfStandard: "ua-1" }),
    pageCount: document.numOfPages,
    figures: marks.map((mark) => mark.value),
  };
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
