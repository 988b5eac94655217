import type { PageRecord } from "../../reports/index.ts";

/** The primary statements of a report and the pages they stand on. */
export type StatementKind = "income" | "balance" | "cash_flow" | "comprehensive" | "equity";

export interface StatementPage {
  kind: StatementKind;
  page: number;
  /** How surely this page is the consolidated statement itself and not a schedule or a summary. */
  score: number;
}

interface StatementPattern {
  kind: StatementKind;
  /** Compared without spaces: letter-spaced print tears words apart. */
  title: RegExp;
  notTitle?: RegExp;
  /** Rows that such a statement has. */
  rows: readonly RegExp[];
}

const PATTERNS: readonly StatementPattern[] = [
  {
    kind: "balance",
    title: new RegExp(
      `balancesheet|statements?of(consolidated)?financial(position|condition)|bilanz|^bilanconsolide|貸借対照表|財政状態計算書|balancedesituacion|estadodesituacionfinanciera` +
        `|statopatrimoniale|situazionepatrimoniale|^(geconsolideerde|enkelvoudige|verkorte)*balans(per|$)|资产负债表|資產負債表|财务状况表|財務狀況表`,
    ),
    rows: [
      /^total assets|^assets,? total|bilanzsumme|summe (der )?aktiva|total (de l.)?actif|資産合計|^total (del )?activo$|^totale att|^totaal activa|资产总计|資產總/,
      /^total current assets|^current assets$|umlaufvermögen|actifs? courants?|流動資産|activos? corrientes?|attività correnti|vlottende activa|流动资产|流動資產/,
      /^total current liabilities|passifs? courants?|流動負債|pasivos? corrientes?|passività correnti|kortlopende|流动负债/,
      /^total liabilities|負債合計|^total pasivos?$|totale passività|totaal verplichtingen|负债合计/,
      /inventor|vorräte|stocks|existencias|rimanenze|voorraden|存货|存貨/,
      /accounts payable|trade payables|payables/,
      /retained earnings|accumulated deficit|reinvested/,
      /^goodwill/,
      /total (stockholders|shareholders|shareowners)?['’]? ?equity|total equity|total liabilities and|eigenkapital|capitaux propres|patrimonio net|eigen vermogen|所有者权益合计|股东权益合计|權益總/,
      /receivable|forderungen|créances|deudores|crediti commerciali|handelsvorderingen|应收账款/,
    ],
  },
  {
    kind: "cash_flow",
    title:
      /cashflow|kapitalflussrechnung|fluxdetresorerie|キャッシュ.?フロー計算書|flujosdeefectivo|rendicontofinanziario|kasstroomoverzicht|现金流量表|現金流量表/,
    rows: [
      /operating activities|betrieblicher tätigkeit|activités opérationnelles|営業活動|actividades de (explotación|operación)|attività operativa|operationele activiteiten|经营活动|經營活動/,
      /investing activities|investitionstätigkeit|investissement|投資活動|actividades de inversión|attività di investimento|investeringsactiviteiten|投资活动/,
      /financing activities|finanzierungstätigkeit|financement|財務活動|actividades de financiación|attività di finanziamento|financieringsactiviteiten|筹资活动|融資活動/,
      /^depreciation|abschreibungen|amortissements|減価償却|amortización|ammortamenti|afschrijvingen|折旧/,
      /(purchases?|acquisition|additions?|payments?) (of|for|to) (property|plant|fixed)|capital expenditures?/,
      /dividends/,
      /(beginning|end) of (the )?(year|period)/,
      /(increase|decrease|change) in cash|net change/,
      /(stock|share).based compensation|deferred (income )?tax/,
    ],
  },
  {
    kind: "income",
    title: new RegExp(
      "statements?of(consolidated)?(net)?(income|earnings|operations|profit)|incomestatements?" +
        String.raw`|statements?ofcomprehensiveincome\(loss\)?$|profitandloss|profitorloss` +
        "|statementsofearnings|gewinnundverlustrechnung|comptederesultat|損益計算書" +
        "|perdidasyganancias|cuentaderesultados|estadoderesultados|contoeconomico|winst-?en-?verliesrekening|利润表|利潤表|损益表|損益表",
    ),
    rows: [
      /^(total )?(net )?(revenues?|sales|operating revenues)|^umsatzerlöse|^chiffre d|^売上|cifra de negocios|^ricavi|^(netto-?)?omzet|营业收入|營業收入/,
      /^(total )?costs? of|^cost of/,
      /^gross (profit|margin)|bruttoergebnis|marge brute|売上総利益|margen bruto|utile lordo|brutowinst|^毛利/,
      /operating (income|profit|loss)|(income|loss|profit) from operations|betriebsergebnis|résultat opérationnel|営業利益|resultado de explotación|risultato operativo|bedrijfsresultaat|营业利润/,
      /before (provision for |benefit from )?(income )?tax|before tax|antes de impuestos|prima delle imposte|voor belastingen|利润总额/,
      /(provision|benefit) for (income )?taxes|income tax|taxes on income|ertragsteuern|impôt|impuesto|imposte sul|winstbelasting|所得税/,
      new RegExp(
        `^net (income|earnings|loss|profit)|profit for the (year|period)|jahresüberschuss|résultat net|当期純?利益|resultado (consolidado )?del ejercicio` +
          `|utile (dell.esercizio|netto)|nettoresultaat|nettowinst|净利润`,
      ),
      /per share|diluted|ergebnis je aktie|résultat par action|por acción|per azione|per aandeel|每股收益/,
      /selling|general and administrative|research and development/,
    ],
  },
  {
    kind: "comprehensive",
    title: /comprehensive(income|loss|earnings)/,
    rows: [/comprehensive/, /currency translation/, /unrealized|hedg/],
  },
  {
    kind: "equity",
    title: /(stockholders|shareholders|shareowners|changesin)['’]?(equity|investment)/,
    rows: [
      /^balances?( at)?/,
      /dividends/,
      /repurchase|treasury/,
      /other comprehensive/,
      /net (income|earnings|loss)/,
    ],
  },
];

const TITLE_LINES = 14;
const TITLE_LETTERS_MAX = 110;
const TITLE_POINTS = 4;
const ROWS_POINTS_MAX = 7;
const SCORE_MIN = 5;
/** What distinguishes a schedule, a summary or a list of contents from the statement itself. */
const SCHEDULE =
  /parentcompanyonly|condensedfinancialinformation|scheduleii?|selectedfinancialdata|financialhighlights|guarantor|proforma|quarterlyfinancial/;
const SCHEDULE_POINTS = -3;

/** What statements a page shows, each with its score; most pages show none. */
function findStatements(page: PageRecord): StatementPage[] {
  if (page.rows.length < 3) return [];
  const titles = titleLines(page);
  const labels = page.rows.map((row) => plainLabel(row.label));
  const schedule = titles.some((title) => SCHEDULE.test(title)) ? SCHEDULE_POINTS : 0;
  const found: StatementPage[] = [];
  for (const { kind, title, rows } of PATTERNS) {
    const named = titles.findIndex((line) => title.test(line) && !isParenthetical(line));
    const shown = rows.filter((row) => labels.some((label) => row.test(label))).length;
    const score = titlePoints(titles, named) + Math.min(shown, ROWS_POINTS_MAX) + schedule;
    if (score >= SCORE_MIN && shown >= 2) found.push({ kind, page: page.page, score });
  }
  return found;
}

function titlePoints(titles: readonly string[], named: number): number {
  if (named < 0) return 0;
  const line = titles[named] ?? "";
  const consolidated = /consolidated|konzern|consolide|連結/.test(line) ? 1 : 0;
  const formal = /statement|sheet|rechnung|計算書|compte|tableau/.test(line)
    ? TITLE_POINTS
    : TITLE_POINTS - 2;
  // A statement carries its name as a line of its own; a sentence that mentions it goes on.
  return line.length <= 60 ? formal + consolidated : 1;
}

/** "Notes to the consolidated balance sheet" names the notes. */
function isParenthetical(line: string): boolean {
  return /^notesto|^seenotes|^accompanying|supplemental|effectof|impacton/.test(line);
}

function titleLines(page: PageRecord): string[] {
  return (
    page.lines
      .slice(0, TITLE_LINES)
      // Two spaces part what stands in two cells: the title and, beside it, the company's name.
      .flatMap((line) => line.text.split("  "))
      .filter((text) => text.length <= TITLE_LETTERS_MAX)
      .map(squash)
  );
}

function squash(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\p{M}\s\-–—]/gu, "");
}

/** A label without the remarks that differ from report to report. */
function plainLabel(label: string): string {
  return label
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/\((?:note|see note|notes)[^)]*\)/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** The pages of each statement, best first: the one that is it, with the pages it runs over to. */
export function arrangeStatements(pages: readonly PageRecord[]): Map<StatementKind, StatementPage[]> {
  const byKind = new Map<StatementKind, StatementPage[]>();
  for (const page of pages) {
    for (const found of findStatements(page)) {
      byKind.set(found.kind, [...(byKind.get(found.kind) ?? []), found]);
    }
  }
  const primary = [...byKind].filter(([kind]) => PRIMARY.has(kind)).flatMap(([, list]) => list);
  for (const list of byKind.values()) {
    for (const one of list) one.score += companyPoints(one, primary);
    list.sort((a, b) => b.score - a.score || a.page - b.page);
  }
  return byKind;
}

const PRIMARY: ReadonlySet<StatementKind> = new Set(["income", "balance", "cash_flow"]);
const COMPANY_PAGES = 8;
const COMPANY_SCORE_MIN = 8;

/** The statements themselves stand close together; a summary of one of them stands alone. */
function companyPoints({ kind, page }: StatementPage, others: readonly StatementPage[]): number {
  const near = others.filter(
    (other) =>
      other.kind !== kind && other.score >= COMPANY_SCORE_MIN && Math.abs(other.page - page) <= COMPANY_PAGES,
  );
  return new Set(near.map((other) => other.kind)).size;
}
