import { strFromU8, unzipSync } from "fflate";
import { expect, it } from "vitest";
import { ask as words } from "../../texts/en/ask.ts";
import type { Message } from "./places.ts";
import { writeDocx } from "./write-docx.ts";

const claim = (id: string, more: object) => ({
  claim_id: id,
  label: "Revenue",
  quote: "Revenue 921.7",
  page: 9,
  link: `https://florin.example/c/${id}?a=1&b=2`,
  verdict: "read",
  computed_from: [],
  expression: null,
  document_sha256: "d",
  box: null,
  ...more,
});

/** Only what a document is written from. */
const message = (more: object) =>
  ({
    question: "Why?",
    answer: "Because.",
    spans: [],
    claims: [],
    sources: [],
    ...more,
  }) as unknown as Message;

function write(...messages: Message[]) {
  const parts = unzipSync(writeDocx("Title", messages, words));
  const read = (name: string) => strFromU8(parts[name] ?? new Uint8Array());
  return { document: read("word/document.xml"), links: read("word/_rels/document.xml.rels") };
}

it("numbers the sources of an answer, each with its page and a link", () => {
  const answer = "Revenue was 921.7, a growth of 7.4 %.";
  const spans = [
    { start: 12, end: 17, claim_id: "a" },
    { start: 31, end: 36, claim_id: "b" },
  ];
  const claims = [
    claim("a", {}),
    claim("b", { verdict: "computed", expression: "a / c - 1", computed_from: ["a"], link: null }),
  ];
  const sources = [{ title: "Annual report", report_id: "rep_1", page: 9, date: null, link: null }];
  const { document, links } = write(message({ answer, spans, claims, sources }));
  expect(
    document
      .replace(/<w:br\/>/g, "\n")
      .replace(/<\/w:p>/g, "\n")
      .replace(/<[^>]+>/g, ""),
  ).toBe(
    "Title\nWhy?\nRevenue was 921.71, a growth of 7.4 %2.\nSources\n" +
      "1Revenue 921.7 (Annual report, page 9)\n2Computed (a / c - 1): Revenue 921.7 (Annual report, page 9)\n",
  );
  expect(document).toContain('<w:hyperlink r:id="r2">');
  expect(links).toContain('Id="r2" ');
  expect(links).toContain('Target="https://florin.example/c/a?a=1&amp;b=2" TargetMode="External"');
});

it("keeps what people wrote as text, and follows no link but the web's", () => {
  const sources = [{ title: "<b>A & B</b>", page: null, date: "2026-01-02", link: "javascript:alert(1)" }];
  const { document, links } = write(message({ question: "a\u0000\u000bb\nc", sources }));
  expect(document).toContain("&lt;b&gt;A &amp; B&lt;/b&gt; (2026-01-02)");
  expect(document).toContain('ab</w:t><w:br/><w:t xml:space="preserve">c');
  expect(links).not.toContain("javascript");
});

it("prints a question that is the title once", () => {
  const { document } = write(message({ question: "Title" }), message({ question: "Title" }));
  expect(document.match(/>Title</g)).toHaveLength(2);
});
