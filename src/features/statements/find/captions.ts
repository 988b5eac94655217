import type { PageRecord } from "../../reports/index.ts";
import type { PrimaryKind } from "../statement.ts";

export type CaptionKind = PrimaryKind | "comprehensive" | "equity" | "notes";

export interface Caption {
  kind: CaptionKind;
  text: string;
  scope: "group" | "company" | "unknown";
  /** Whether it names a summary, a schedule or another entity's statement. */
  secondary: boolean;
  /** Position in the page's lines. */
  line: number;
}

/** Compared without spaces and marks: letter-spaced print tears words apart. */
const KINDS: readonly [CaptionKind, RegExp][] = [
  ["notes", /^notes?to(the)?|^notes(on|forming)|^anhang|^notesaux|連結財務諸表注記/],
  [
    "equity",
    new RegExp(
      "(changesin|statements?of)[a-z]{0,30}" +
        "(equity|shareholdersfunds|netassets|stockholdersdeficit|shareholdersinvestment)" +
        "|eigenkapitalveranderung|variationdescapitauxpropres|持分変動計算書|株主資本等変動計算書",
    ),
  ],
  [
    "cash_flow",
    new RegExp(
      "(?:^|statements?of(?:the)?|consolidated|group|company|parent|interim" +
        "|condensed)cashflows?(?:statements?)?(?!s|from|usedin|provided|related|hedge|generated" +
        "|activit|operating|investing|financing|andliquidity|information|summary|margin|conversion" +
        "|perf)" +
        "|kapitalflussrechnung|fluxdetresorerie|flujosdeefectivo|rendicontofinanziario|kasstroom" +
        "|キャッシュ.?フロー計算書|现金流量表|現金流量表",
    ),
  ],
  [
    "balance",
    new RegExp(
      "balancesheet|statements?of(consolidated)?financial(position|condition)" +
        "|statements?ofassetsandliabilities|statementofnetassets|^konzernbilanz|^bilanz" +
        String.raw`|^bilan(?:consolide)?(?:\d.*)?$|situationfinanciere|balancedesituacion|statopatrimoniale` +
        "|situazionepatrimoniale|^(?:geconsolideerde|enkelvoudige|verkorte)*balans|situacionfinanciera|貸借対照表|財政状態計算書|资产负债表|財務狀況表",
    ),
  ],
  [
    "comprehensive",
    /^(?:(?!statement|profit|income).)*statements?of(other)?(total)?comprehensive(income|loss|earnings)|gesamtergebnisrechnung|包括利益計算書/,
  ],
  [
    "income",
    new RegExp(
      "statements?of(consolidated|group)?(net)?(income|earnings|operations?|profit|loss)" +
        "|^(the|consolidated|group|company|parent|condensed)*(incomestatements?|profitandloss" +
        "|profitorloss|revenueaccount)" +
        "|incomestatements?$|gewinnundverlustrechnung|erfolgsrechnung|comptederesultat" +
        "|cuentaderesultados|estadoderesultados|perdidasyganancias|contoeconomico|winstenverlies|resultatenrekening|損益計算書|利润表|損益表",
    ),
  ],
];

const GROUP = /consolidated|group|konzern|consolide|consolidad|consolidat|geconsolideerd|連結|合并|綜合/;
const COMPANY =
  /parentcompany|^company|companystatement|companybalance|separate|unconsolidated|holdingcompany|parentonly/;
const SECONDARY = new RegExp(
  "parentcompanyonly|condensed|schedule|selected|highlights|summar|guarantor|proforma|quarterly" +
    "|unaudited|supplement|reconciliation|discontinued|effectof|impact|analysis|commonsize" +
    "|fiveyear|fouryear|tenyear|indexto|average",
);
/** Words of a sentence or of a list that only mention a statement. */
const MENTION = new RegExp(
  "^(see|refer|the(?:accompanying)|accompanying|inthe|our|on|from|within|included|recognised" +
    "|recognized|total|line|items?|net|preparationof|itemsin)" +
    "|(arean?integral|integralpart|referto|asfollows|seenote|theaccompanying|pursuant|relatesto" +
    "|isasfollows|reportof|auditors?report|opinion)",
);
const LETTERS_MAX = 130;
const SQUASHED_MAX = 110;
const PREFIX_MAX = 48;

/** The statement a line names as a title does; null for every other line. */
function readCaption(text: string, line: number): Caption | null {
  if (text.length < 5 || text.length > LETTERS_MAX) return null;
  const squashed = squash(text);
  if (squashed.length > SQUASHED_MAX || MENTION.test(squashed)) return null;
  // A title begins with a capital and is no sentence; a row that goes on, or that introduces others, is none.
  if (/^\s*\p{Ll}|[.;:]\s*$/u.test(text)) return null;
  for (const [kind, pattern] of KINDS) {
    const at = squashed.search(pattern);
    if (at < 0 || at > PREFIX_MAX) continue;
    return { kind, text, scope: scopeOf(squashed), secondary: SECONDARY.test(squashed), line };
  }
  return null;
}

function scopeOf(squashed: string): Caption["scope"] {
  if (GROUP.test(squashed)) return "group";
  return COMPANY.test(squashed) ? "company" : "unknown";
}

function squash(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\p{M}\s\-–—'’‘&.,:]/gu, "");
}

/** Spares the long patterns for nearly every line of a report. */
const MAY_NAME =
  /s\s*t\s*a\s*t\s*e\s*m|s\s*h\s*e\s*e\s*t|cash\s*-?\s*flow|profit|income|account|notes|bilan|rechnung|r[ée]sult|flu[xj]|situa|balan|stato|conto|rendiconto|kasstroom|winst|anhang|[計算表注]/iu;

/** A line with amounts is a row, whatever its label mentions. */
const AMOUNTS = /\s{2}\(?[$€£-]?\s?\d[\d,.]*\)?(?:\s{2}|$)/;
const DOT_LEADERS = /(?:\.\s?){4}/;
const YEARS_ONLY = /\b(?:19|20)\d\d\b/;

function mayBeTitle(text: string): boolean {
  if (isProse(text)) return false;
  if (!MAY_NAME.test(text) || DOT_LEADERS.test(text)) return false;
  return !AMOUNTS.test(text) || YEARS_ONLY.test(text);
}

/** Running text, which `readCaption` would refuse too; seen from its ends alone, so that most lines cost nothing. */
function isProse(text: string): boolean {
  const first = text.charCodeAt(0);
  const beginsSmall = first >= 97 && first <= 122;
  return (beginsSmall || text.endsWith(".") || text.length > LETTERS_MAX) && !text.includes("  ");
}

/** The captions of a page, from top to bottom. */
export function findCaptions(page: PageRecord): Caption[] {
  const found: Caption[] = [];
  for (const [at, { text }] of page.lines.entries()) {
    if (!mayBeTitle(text)) continue;
    // Two spaces part what is in two cells: the title and the company's name on the same line.
    for (const piece of text.includes("  ") ? text.split("  ") : [text]) {
      const caption = readCaption(piece, at);
      // "Notes" next to the heads of columns is one of them.
      if (caption && (caption.kind !== "notes" || piece === text)) {
        found.push(caption);
        break;
      }
    }
  }
  return found;
}
