/** A report whose statements cannot be read as text. */
import { makeAccounts } from "../accounts.ts";
import { type Page, text } from "../pages.ts";
import type { UnusualReport } from "../typeset.ts";
import { cover, IN_2024, review, statementPages, YEARS } from "./statement-pages.ts";

const company = "Velmara Foods NV";
const title = "Annual report 2024";
const accounts = makeAccounts([{ revenue: 18_412 }, { revenue: 17_390, openingCash: 1_355 }]);

/** Its statements are photographed for the others. */
export const original: UnusualReport & { pageCount: number } = {
  title,
  parts: [
    {
      company,
      pages: statementPages(accounts, IN_2024, { unit: "In thousands of euros", heads: YEARS }).slice(0, 2),
    },
  ],
  pageCount: 2,
};

/** Every page is an image, as a scanner leaves it. */
export const scanned = (images: readonly string[]): UnusualReport => ({
  title,
  bare: true,
  parts: [{ company, pages: images.map((path) => [{ kind: "image", path, width: 100 }]) }],
});

/** The statements are images between prose, which names some of their figures. */
export const pictures = (images: readonly string[]): UnusualReport => ({
  title,
  parts: [
    {
      company,
      pages: [
        cover(company, title),
        review(company),
        ...images.map(
          (path): Page => [
            text(
              "Revenue rose by 5.9 % to 18.4 million euros in 2024, after 17.4 million euros in 2023. The auditors examined the statement below.",
            ),
            { kind: "image", path, width: 70 },
            text("The notes on pages 21 to 64 are part of these financial statements."),
          ],
        ),
      ],
    },
  ],
});
