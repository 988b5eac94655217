/** A thread as a Word document: each number with the number of its source, each source with its page and a link. */
import { strToU8, zipSync } from "fflate";
import { escapeXml, XML_HEAD } from "../../ui/xml.ts";
import { type Message, placesOf } from "./places.ts";

type Claim = Message["claims"][number];

interface DocumentWords {
  sources: string;
  onPage: (title: string, page: string) => string;
  computed: (expression: string) => string;
}

export function writeDocx(title: string, messages: readonly Message[], words: DocumentWords): Uint8Array {
  const links: string[] = [];
  // A thread is named after its first question, which then is not printed twice.
  const body = messages.flatMap((message, at) =>
    writeMessage(message, { links, words, isNamed: at === 0 && message.question === title }),
  );
  const files = {
    "[Content_Types].xml": CONTENT_TYPES,
    "_rels/.rels": relations([["officeDocument", "word/document.xml"]]),
    "word/document.xml": `${XML_HEAD}<w:document ${NAMESPACES}><w:body>${[paragraph(run(title), "Title"), ...body].join("")}${PAGE}</w:body></w:document>`,
    "word/styles.xml": STYLES,
    "word/_rels/document.xml.rels": relations([
      ["styles", "styles.xml"],
      ...links.map((link) => ["hyperlink", link] as const),
    ]),
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

function writeMessage(
  message: Message,
  about: { links: string[]; words: DocumentWords; isNamed: boolean },
): string[] {
  const { claims, spans, answer, question } = message;
  const noted = [...new Set(spans.map(({ claim_id }) => claim_id))];
  let from = 0;
  const runs = spans
    .toSorted((a, b) => a.end - b.end)
    .map(({ end, claim_id }) => {
      const text = answer.slice(from, end);
      from = end;
      return run(text) + run(String(noted.indexOf(claim_id) + 1), SUPERSCRIPT);
    });
  const notes = noted.flatMap((id, index) => {
    const claim = claims.find(({ claim_id }) => claim_id === id);
    return claim ? [paragraph(run(`${index + 1}`) + TAB + writeClaim(claim, message, about), "Source")] : [];
  });
  const listed = noted.length > 0 ? [] : listSources(message, about);
  const sources = [...notes, ...listed];
  return [
    ...(about.isNamed ? [] : [paragraph(run(question), "Heading1")]),
    paragraph(runs.join("") + run(answer.slice(from))),
    ...(sources.length > 0 ? [paragraph(run(about.words.sources), "Heading2"), ...sources] : []),
  ];
}

function writeClaim(
  claim: Claim,
  message: Message,
  about: { links: string[]; words: DocumentWords },
): string {
  const { words, links } = about;
  if (claim.verdict === "computed") {
    const parts = message.claims.filter(({ claim_id }) => claim.computed_from.includes(claim_id));
    const places = parts.map((part) => writeClaim(part, message, about)).join(run("; "));
    return run(`${words.computed(claim.expression ?? claim.label)}: `) + places;
  }
  const place = placesOf(message).find(({ claimId }) => claimId === claim.claim_id);
  const where = place ? ` (${words.onPage(place.title, String(place.mark.page))})` : "";
  return linked(`${claim.quote ?? claim.label}${where}`, claim.link, links);
}

/** An answer without numbers has pages or articles only. */
function listSources(
  { sources }: Message,
  { links, words }: { links: string[]; words: DocumentWords },
): string[] {
  const written = sources.map(({ title, page, date, link }) => {
    const place = page === null ? title : words.onPage(title, String(page));
    return { text: date === null ? place : `${place} (${date})`, link };
  });
  const different = new Map(written.map((source) => [source.text, source]));
  return [...different.values()].map(({ text, link }) => paragraph(linked(text, link, links), "Source"));
}

/** Links are relations of the document, after its styles. */
function linked(text: string, link: string | null, links: string[]): string {
  if (link === null || !/^https?:/i.test(link)) return run(text);
  links.push(link);
  return `<w:hyperlink r:id="r${links.length + 1}">${run(text, LINK)}</w:hyperlink>`;
}

const TAB = "<w:r><w:tab/></w:r>";
const SUPERSCRIPT = '<w:vertAlign w:val="superscript"/>';
const LINK = '<w:color w:val="0F766E"/><w:u w:val="single"/>';

function run(text: string, style = ""): string {
  const lines = text.split(/\r\n?|\n/).map((line) => `<w:t xml:space="preserve">${escapeXml(line)}</w:t>`);
  return `<w:r>${style && `<w:rPr>${style}</w:rPr>`}${lines.join("<w:br/>")}</w:r>`;
}

const paragraph = (runs: string, style = "Normal") =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr>${runs}</w:p>`;

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const MAIN = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPES = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const NAMESPACES = `xmlns:w="${MAIN}" xmlns:r="${OFFICE}"`;
/** A4 with margins of 2.5 cm, in twentieths of a point. */
const PAGE =
  '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1417" w:right="1417" w:bottom="1417" w:left="1417" ' +
  'w:header="708" w:footer="708" w:gutter="0"/></w:sectPr>';

const RELATIONS_TYPE = "application/vnd.openxmlformats-package.relationships+xml";
const CONTENT_TYPES = [
  `${XML_HEAD}<Types xmlns="${PACKAGE}/content-types">`,
  `<Default Extension="rels" ContentType="${RELATIONS_TYPE}"/>`,
  '<Default Extension="xml" ContentType="application/xml"/>',
  `<Override PartName="/word/document.xml" ContentType="${TYPES}.document.main+xml"/>`,
  `<Override PartName="/word/styles.xml" ContentType="${TYPES}.styles+xml"/>`,
  "</Types>",
].join("");

function relations(targets: readonly (readonly [type: string, target: string])[]): string {
  const written = targets.map(
    ([type, target], index) =>
      `<Relationship Id="r${index + 1}" Type="${OFFICE}/${type}" Target="${escapeXml(target)}"${type === "hyperlink" ? ' TargetMode="External"' : ""}/>`,
  );
  return `${XML_HEAD}<Relationships xmlns="${PACKAGE}/relationships">${written.join("")}</Relationships>`;
}

/** A heading stays with what follows it; a source is indented behind its number. */
const placeOf = (id: string) =>
  id.startsWith("Heading")
    ? "<w:keepNext/>"
    : id === "Source"
      ? '<w:tabs><w:tab w:val="left" w:pos="340"/></w:tabs>'
      : "";

const styleOf = (id: string, name: string, after: number, look: string) =>
  [
    `<w:style w:type="paragraph" w:styleId="${id}"${id === "Normal" ? ' w:default="1"' : ""}>`,
    `<w:name w:val="${name}"/><w:pPr>${placeOf(id)}`,
    `<w:spacing w:before="${SPACE_BEFORE[id] ?? 0}" w:after="${after}" w:line="264" w:lineRule="auto"/>`,
    id === "Source" ? '<w:ind w:left="340" w:hanging="340"/>' : "",
    `</w:pPr><w:rPr>${look}</w:rPr></w:style>`,
  ].join("");

/** In twentieths of a point. */
const SPACE_BEFORE: Readonly<Record<string, number>> = { Heading1: 360, Heading2: 120 };

/** Sizes in half points. */
const STYLES = [
  `${XML_HEAD}<w:styles ${NAMESPACES}><w:docDefaults><w:rPrDefault><w:rPr>`,
  '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri" w:eastAsia="Yu Gothic"/>',
  '<w:sz w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults>',
  styleOf("Normal", "Normal", 120, ""),
  styleOf("Title", "Title", 240, '<w:b/><w:sz w:val="36"/>'),
  styleOf("Heading1", "heading 1", 120, '<w:b/><w:sz w:val="28"/>'),
  styleOf("Heading2", "heading 2", 60, '<w:b/><w:color w:val="57534E"/><w:sz w:val="20"/>'),
  styleOf("Source", "Source", 40, '<w:sz w:val="19"/>'),
  "</w:styles>",
].join("");
