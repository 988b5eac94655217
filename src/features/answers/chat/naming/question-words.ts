import { LINES } from "../../../reference/index.ts";
import { QUESTION_GRAMMAR } from "../../data/question-grammar/index.ts";
import { isStopWord } from "../../text/terms.ts";

/**
 * Words of questions in the languages of reports that are no company names, however they are written. English words
 * come from a dictionary; these are the ones a question in another language, or about finance, is made of.
 */
const WORDS = {
  en:
    "compare show list find give tell name please rank hello hi hey thanks thank good morning evening answer explain describe " +
    "summarise summarize let's ok okay yes no maybe today yesterday tomorrow january february march april may june july august " +
    "september october november december monday tuesday wednesday thursday friday saturday sunday",
  de:
    "wie was war waren wer wo wann warum welche welcher welches welchen ist sind hat haben hatte der die das den dem des ein " +
    "eine einer eines einem und oder im in am an auf aus bei für von vom zum zur mit nach über hoch höher jahr jahre jahres " +
    "geschäftsjahr quartal halbjahr umsatz umsätze umsatzerlöse gewinn verlust ergebnis betriebsergebnis bilanzsumme " +
    "eigenkapital marge kurs aktie aktien aktienkurs nachrichten bericht berichte geschäftsbericht unternehmen firma bitte " +
    "zeige nenne vergleiche hallo guten tag morgen abend moin servus danke kannst du geht es dir mir ich sie wir viel viele",
  fr:
    "quel quelle quels quelles que qui quoi quand comment combien pourquoi où est sont était étaient a ont le la les l un une " +
    "des de du d et ou en au aux pour par avec sur dans sa son ses chiffre affaires résultat bénéfice perte net nette marge " +
    "exercice année trimestre semestre bilan total actif cours action actualités rapport rapports société entreprise bonjour " +
    "bonsoir salut merci s'il vous plaît tu sais faire peux qu'est-ce est-ce c'est",
  es:
    "qué cuál cuáles quién quiénes cuándo cómo cuánto cuánta cuántos dime indica dónde fue fueron es son el la los las un una de del y o en por para con " +
    "ingresos ventas beneficio pérdida resultado margen ejercicio año trimestre semestre informe informes empresa hola gracias",
  it:
    "qual quale quali chi quando come quanto quanta dove è era sono il lo la i gli le un una di del della dei e o in per con ricavi " +
    "utile perdita risultato margine esercizio anno trimestre semestre bilancio relazione società azienda ciao grazie buongiorno",
  nl:
    "wat welke wie wanneer hoe hoeveel waar was waren is zijn de het een van en of in voor met omzet winst verlies resultaat " +
    "marge boekjaar jaar kwartaal halfjaar verslag verslagen bedrijf onderneming hallo dank bedankt goedemorgen",
  finance:
    "n/a na fy cy q1 q2 q3 q4 h1 h2 ytd ttm ceo cfo coo cto usd eur gbp jpy chf cny eps roe roa roic roce roi ebit ebitda " +
    "ebita capex opex fcf cagr gaap ifrs sec esg r&d d&a sg&a p&l p/e pe pdf xbrl 10-k 10-q 20-f 8-k k m bn mn us uk eu ok vs " +
    "isin lei cik figi inc ltd corp plc ag sa se nv llc gmbh co ipo api ai it hi thx",
};

const QUESTION_WORDS: ReadonlySet<string> = new Set(
  Object.values(WORDS).flatMap((words) => words.split(" ").map((word) => word.replaceAll("’", "'"))),
);

const GERMAN: ReadonlySet<string> = new Set(
  "wie war der die das des dem im von und ist sind hat welche für jahr".split(" "),
);

/** What Japanese and Chinese questions for a figure are made of, apart from names. */
const DENSE_FIGURES = [QUESTION_GRAMMAR.ja, QUESTION_GRAMMAR.zh]
  .flatMap(({ names, ratios }) => [...Object.keys(names), ...Object.keys(ratios)])
  .concat(LINES.flatMap(({ labels }) => [...(labels.ja ?? []), ...(labels.zh ?? [])]));
const DENSE_WORDS = /^[\u3040-\u309f的在是年月第]|いくら|ですか|教えて|多少|什么|公司|会社|哪|几/u;

function isDenseQuestionWord(word: string): boolean {
  if (!/^[\u3040-\u9fff]/u.test(word)) return false;
  return DENSE_WORDS.test(word) || DENSE_FIGURES.some((figure) => word.includes(figure));
}

/** Whether a word belongs to a question rather than to a name, however it is written. */
export function isQuestionWord(word: string): boolean {
  if (isDenseQuestionWord(word)) return true;
  const lower = word.toLowerCase().replaceAll("’", "'");
  return QUESTION_WORDS.has(lower) || isStopWord(lower) || /^[dlq](?:u)?'/.test(lower);
}

/** German writes every noun with a capital, so there a capital says little. */
export function isGerman(words: readonly string[]): boolean {
  return words.filter((word) => GERMAN.has(word.toLowerCase())).length >= 2;
}
