import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { buildReports, linesOfJson } from "./build.ts";
import { readCompanies, readReportDefinitions } from "./catalogue.ts";
import { openReader, squeeze } from "./read-pages.ts";

const committed = (name: string) => readFileSync(new URL(name, import.meta.url));
const Figures = z.array(
  z.object({
    report: z.string(),
    id: z.string(),
    period: z.string(),
    printed: z.string(),
    page: z.int(),
    source: z.string(),
  }),
);

const DISCLOSURE = {
  en: "is a fictional company",
  de: "ist ein fiktives Unternehmen",
  fr: "est une société fictive",
  es: "es una empresa ficticia",
  it: "è una società fittizia",
  nl: "is een fictieve onderneming",
  ja: "は架空の会社です",
  zh: "是一家虚构的公司",
};

const built = await buildReports();
const definitions = readReportDefinitions();

describe("the build of the reports", () => {
  // A newcomer gets the files without the typesetter; they must be what the sources say.
  it("reproduces the committed files byte for byte", () => {
    for (const { name, pdf } of built.files) {
      expect(sha256(pdf), name).toBe(sha256(committed(`reports/${name}`)));
    }
    expect(linesOfJson(built.manifest)).toBe(committed("reports.json").toString());
    expect(linesOfJson(built.figures)).toBe(committed("figures.json").toString());
  });

  it("gives the same bytes when run again", async () => {
    const slug = definitions[0]?.slug ?? "";
    const again = await buildReports([slug]);
    expect(again.files[0]?.pdf.equals(built.files[0]?.pdf ?? Buffer.alloc(0))).toBe(true);
  });

  it("contains at least 12 reports of 4 to 40 pages in 8 languages, under 7 MB", () => {
    expect(built.files.length).toBeGreaterThanOrEqual(12);
    expect(new Set(definitions.map((report) => report.language)).size).toBe(8);
    const pages = z.array(z.object({ page_count: z.int() })).parse(built.manifest);
    for (const { page_count } of pages) {
      expect(page_count).toBeGreaterThanOrEqual(4);
      expect(page_count).toBeLessThanOrEqual(40);
    }
    expect(built.files.reduce((sum, { pdf }) => sum + pdf.length, 0)).toBeLessThan(7_000_000);
    expect(new Set(definitions.map((report) => report.company)).size).toBe(readCompanies().length);
  });
});

describe("the metadata of each PDF", () => {
  it.each(definitions)("names the language of $slug", ({ slug, language }) => {
    const pdf = built.files.find((file) => file.name === `${slug}.pdf`)?.pdf.toString("latin1") ?? "";
    expect(pdf).toMatch(new RegExp(`/Lang ?\\(${language}`));
  });
});

describe("the printed reports, read back", async () => {
  const read = await openReader();
  const documents = new Map(built.files.map(({ name, pdf }) => [name.replace(/\.pdf$/, ""), read(pdf)]));

  it.each(definitions)(
    "$slug says on every page that it is fictional, and has title, outline and tags",
    (definition) => {
      const document = documents.get(definition.slug);
      expect(document?.title).toBe(definition.title);
      expect([document?.tagged, document?.hasOutline]).toEqual([true, true]);
      for (const page of document?.pages ?? [])
        expect(page).toContain(squeeze(DISCLOSURE[definition.language]));
    },
  );

  it("show every key figure on the page that figures.json names", () => {
    const figures = Figures.parse(built.figures);
    expect(figures.length).toBeGreaterThan(500);
    for (const figure of figures.filter((one) => one.source === "table")) {
      const page = documents.get(figure.report)?.pages[figure.page - 1] ?? "";
      expect(page, `${figure.report} page ${figure.page} ${figure.id}`).toContain(squeeze(figure.printed));
    }
  });
});

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
