/** The parts of a report that readers look for by name. In another order all reports must be indexed again. */
export const SECTION_KINDS = [
  "risk_factors",
  "mdna",
  "notes",
  "financial_statements",
  "outlook",
  "business",
  "governance",
  "remuneration",
  "sustainability",
  "audit_report",
  "shareholder_letter",
  "other",
] as const;
export type SectionKind = (typeof SECTION_KINDS)[number];

/** Matched against one heading; the first that matches decides, so the more specific ones come first. */
const NAMES: readonly (readonly [RegExp, SectionKind])[] = [
  [/\bnotes? to (?:the |our )?(?:\w+ ){0,3}(?:financial )?(?:statements|accounts)\b/i, "notes"],
  [/^(?:\d+[.)]? )?(?:notes|anhang|konzernanhang|toelichting|annexes? aux comptes)\b|注記|附注/i, "notes"],
  [
    /\bindependent (?:registered|auditor)|\bauditor'?s'? report|bestätigungsvermerk|監査報告/i,
    "audit_report",
  ],
  [
    /\brisk factors?\b|\bprincipal risks|\brisks? (?:related|relating) to\b|\brisk (?:report|management)\b/i,
    "risk_factors",
  ],
  [/risikobericht|risikofaktoren|facteurs de risques?|factores de riesgo|リスク|风险/i, "risk_factors"],
  [/management['’]?s discussion|\bmd&a\b|\b(?:operating and )?financial review\b|lagebericht/i, "mdna"],
  [/経営成績|管理层讨论|\bresults of operations\b|\bliquidity and capital resources\b/i, "mdna"],
  [/\bremuneration\b|\bexecutive compensation\b|vergütungsbericht/i, "remuneration"],
  [
    /\bcorporate governance\b|\bboard of directors\b|unternehmensführung|aufsichtsrat|ガバナンス/i,
    "governance",
  ],
  [/\bsustainab|\benvironmental\b|\besg\b|\bclimate\b|nachhaltig|サステナ/i, "sustainability"],
  [
    /\bletter (?:to|from)\b|\bto our (?:shareholders|stockholders)\b|\b(?:chair|ceo).{0,20}(?:statement|letter)\b/i,
    "shareholder_letter",
  ],
  [/\boutlook\b|\bguidance\b|\bforecast report\b|prognose|ausblick|見通し/i, "outlook"],
  [
    new RegExp(
      String.raw`\b(?:financial statements|statements? of (?:income|operations|financial position` +
        String.raw`|cash flows?|comprehensive)|balance sheets?|income statements?|profit (?:and|or) loss)\b` +
        String.raw`|gewinn- und verlustrechnung|bilanz\b|kapitalflussrechnung|財務諸表|貸借対照表`,
      "i",
    ),
    "financial_statements",
  ],
  [
    /^(?:item \d+[a-z]?[.:]? )?(?:our )?business(?: overview| model| review)?$|\bdescription of business\b/i,
    "business",
  ],
];

/** The numbered items of a form: each of them ends the one before, whatever its name. */
const ITEM = /^item\s+\d+[a-z]?\b/i;

function kindOfHeading(heading: string): SectionKind | null {
  return NAMES.find(([name]) => name.test(heading))?.[1] ?? null;
}

/**
 * Says for each passage of a report, in reading order, which part it belongs to. A heading that names no part belongs
 * to the part before it as long as the outermost heading is the same; in a form with numbered items, until the next.
 */
export class SectionReader {
  #kind: SectionKind = "other";
  #root: string | null = null;
  #isForm = false;

  next(path: string | null): SectionKind {
    const headings = path?.split(" > ") ?? [];
    const [root = null] = headings;
    const item = headings.find((heading) => ITEM.test(heading));
    this.#isForm ||= item !== undefined;
    const named = headings.map(kindOfHeading).find((kind) => kind !== null) ?? null;
    if (named !== null) this.#enter(named, root);
    else if (item !== undefined || (!this.#isForm && root !== this.#root)) this.#enter("other", root);
    return this.#kind;
  }

  #enter(kind: SectionKind, root: string | null): void {
    this.#kind = kind;
    this.#root = root;
  }
}
