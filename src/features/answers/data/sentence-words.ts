import { rootOf } from "../text/roots.ts";

/** How sentences about figures are written in other languages than English. */
export interface SentenceWords {
  /** Words that identify the language and say nothing about the business. */
  common: readonly string[];
  /** What is read as the English word after it, the longest first. */
  english: readonly (readonly [pattern: RegExp, english: string])[];
  decimal: string;
  /** Marks between thousands. */
  thousands: string;
  scales: Readonly<Record<"thousand" | "million" | "billion", string>>;
}

export type SentenceLanguage = "de" | "fr" | "es" | "it" | "nl";

/** "l’utile", "s’élevait": the article or pronoun is a word of its own. */
const ELISION = [/(?<!\p{L})(l|s|n|c|qu|un|dell|nell|all|sull|dall)[’'](?=\p{L})/giu, "$1 "] as const;

export const SENTENCE_WORDS: Readonly<Record<SentenceLanguage, SentenceWords>> = {
  de: {
    common: (
      "der die das den dem des ein eine einer eines im in zum zur bei von vom auf um und mit nach " +
      "gegenüber ist war waren wurde wurden sich hat haben betrug betrugen beträgt belief beliefen lag " +
      "lagen erreichte erreichten stieg stiegen gestiegen sank sanken gesunken jahr jahres vorjahr " +
      "geschäftsjahr ende damit rund insgesamt höhe"
    ).split(" "),
    english: [
      [/\bMillionen\b|\bMio\.?/gi, "million"],
      [/\bMilliarden?\b|\bMrd\.?/gi, "billion"],
      [/\bTausend\b|\bTsd\.?/gi, "thousand"],
      [/\bProzent\b/gi, "percent"],
      [/\b(?:im|des) Vorjahr(?:es)?\b/gi, "in the previous year"],
      [/\bgegenüber\b|\bnach\b/gi, "compared with"],
      [/\bvon(?= ?[$€£¥\d])/gi, "from"],
      [/\bauf(?= ?[$€£¥\d])/gi, "to"],
      [/\bum(?= ?[$€£¥\d])/gi, "by"],
      [/\b(?:im|des|zum Ende des) (?:Geschäfts)?jahr(?:es)?\b/gi, "in the year"],
      [/\bund\b/gi, "and"],
    ],
    decimal: ",",
    thousands: ".",
    scales: { thousand: "Tsd.", million: "Mio.", billion: "Mrd." },
  },
  fr: {
    common: (
      "le la les l un une des du de d en au aux à pour par et est était sont étaient a ont été s sur ce " +
      "cette année exercice fin précédent atteint atteignait élève élevait élevaient élevé élevée " +
      "élevés augmenté diminué baissé contre"
    ).split(" "),
    english: [
      ELISION,
      [/\blivres sterling\b/gi, "pounds"],
      [/\bmillions?\b/gi, "million"],
      [/\bmilliards?\b/gi, "billion"],
      [/\bmilliers\b/gi, "thousand"],
      [/\bpour cent\b/gi, "percent"],
      [/\bcontre\b/gi, "compared with"],
      [/\b(?:exercice|année) précédente?(?!\p{L})/giu, "previous year"],
      [/(?<=(?:augment|diminu|baiss)\p{L}*\s)de(?= ?[$€£¥\d])/giu, "by"],
      [/\bde(?= ?[$€£¥\d])/gi, "from"],
      [/(?<=\s)à(?= ?[$€£¥\d])/gi, "to"],
      [/\b(?:en|de|pour) l[’']?(?:exercice|année)\b/gi, "in the year"],
      [/\bet\b/gi, "and"],
    ],
    decimal: ",",
    thousands: "\u202f",
    scales: { thousand: "milliers", million: "millions", billion: "milliards" },
  },
  es: {
    common: (
      "el la los las un una de del en al a para por y es fue era son fueron ha han se sobre este esta " +
      "año ejercicio fin anterior alcanzó alcanzaron ascendió ascendieron aumentó aumentaron disminuyó " +
      "disminuyeron frente"
    ).split(" "),
    english: [
      [/\bdólares\b/gi, "dollars"],
      [/\blibras esterlinas\b/gi, "pounds"],
      [/\bmil millones\b/gi, "billion"],
      [/\bmillones\b/gi, "million"],
      [/\bmiles\b/gi, "thousand"],
      [/\bpor ciento\b/gi, "percent"],
      [/\bfrente a\b/gi, "compared with"],
      [/\b(?:año|ejercicio) anterior\b/gi, "previous year"],
      [/(?<=(?:aument|disminuy)\p{L}*\s)en(?= ?[$€£¥\d])/giu, "by"],
      [/\bde(?= ?[$€£¥\d])/gi, "from"],
      [/\ba(?= ?[$€£¥\d])/gi, "to"],
      [/\ben el (?:año|ejercicio)\b/gi, "in the year"],
      [/\by\b/gi, "and"],
    ],
    decimal: ",",
    thousands: ".",
    scales: { thousand: "miles", million: "millones", billion: "mil millones" },
  },
  it: {
    common: (
      "il lo la l i gli le un una dell nell all sull dall di del della dei nel nella in al a per e è " +
      "era sono erano stato stata pari anno esercizio fine precedente ammontava ammontavano raggiunto " +
      "aumentato diminuito rispetto"
    ).split(" "),
    english: [
      ELISION,
      [/\bdollari\b/gi, "dollars"],
      [/\bsterline\b/gi, "pounds"],
      [/\bmilioni\b/gi, "million"],
      [/\bmiliard[oi]\b/gi, "billion"],
      [/\bmigliaia\b/gi, "thousand"],
      [/\bper cento\b/gi, "percent"],
      [/\brispetto a\b/gi, "compared with"],
      [/\b(?:anno|esercizio) precedente\b/gi, "previous year"],
      [/(?<=(?:aument|diminu)\p{L}*\s)di(?= ?[$€£¥\d])/giu, "by"],
      [/\bda(?= ?[$€£¥\d])/gi, "from"],
      [/\ba(?= ?[$€£¥\d])/gi, "to"],
      [/\bnell[’'](?:anno|esercizio)\b/gi, "in the year"],
      [/\be\b/gi, "and"],
    ],
    decimal: ",",
    thousands: ".",
    scales: { thousand: "migliaia", million: "milioni", billion: "miliardi" },
  },
  nl: {
    common:
      "de het een van in op naar tot met en is was waren werd werden bedroeg bedroegen beliep steeg stegen daalde daalden jaar boekjaar einde vorig vergeleken tegenover".split(
        " ",
      ),
    english: [
      [/\bmiljoen\b|\bmln\.?/gi, "million"],
      [/\bmiljard\b|\bmld\.?/gi, "billion"],
      [/\bduizend\b/gi, "thousand"],
      [/\bprocent\b/gi, "percent"],
      [/\bvergeleken met\b|\btegenover\b/gi, "compared with"],
      [/\bvorige?(?: boek)? ?jaar\b/gi, "previous year"],
      [/\bmet(?= ?[$€£¥\d])/gi, "by"],
      [/\btot(?= ?[$€£¥\d])/gi, "to"],
      [/\bvan(?= ?[$€£¥\d])/gi, "from"],
      [/\bnaar(?= ?[$€£¥\d])/gi, "to"],
      [/\bin het (?:boek)?jaar\b/gi, "in the year"],
      [/\ben\b/gi, "and"],
    ],
    decimal: ",",
    thousands: ".",
    scales: { thousand: "duizend", million: "miljoen", billion: "miljard" },
  },
};

/** Words of English sentences about figures that assert nothing by themselves. */
const REPORTING_WORDS = (
  "amount amounted amounts came come comes total totalled totaled reach reached reported report " +
  "reports company companies group year years fiscal period end compare compared comparison " +
  "contribute contributed accounted account stood stand respectively million billion thousand " +
  "percent percentage point points dollar dollars euro euros share rise rose risen increase " +
  "increased grow grew grown growth climb climbed improve improved fall fell fallen decrease " +
  "decreased decline declined drop dropped reduce reduced lower higher up down time times together " +
  "combined average prior previous earlier preceding following approximately about roughly page " +
  "according figure level value make made margin ratio rate sum difference versus"
).split(" ");

export const REPORTING_ROOTS: ReadonlySet<string> = new Set(REPORTING_WORDS.map(rootOf));

/** Verbs that only say that something is so. Other forms of them are not: revenue is recorded, but a record is more. */
const REPORTING_VERB =
  /^(?:amounted|reached|totall?ed|came|stood|reported|recorded|generated|earned|posted|show(?:s|ed|n)|delivered|produced|brought|achieved|holds?|held|spent)$/i;

export const isReportingVerb = (word: string): boolean => REPORTING_VERB.test(word);

/** Words that deny each other: a sentence with one proves no statement with the other. */
export const OPPOSITES: readonly (readonly [string, string])[] = [
  ["before", "after"],
  ["above", "below"],
  ["over", "under"],
  ["more", "less"],
  ["most", "least"],
  ["minimum", "maximum"],
  ["largest", "smallest"],
  ["first", "last"],
  ["buy", "sell"],
  ["bought", "sold"],
  ["won", "lost"],
  ["opened", "closed"],
  ["current", "former"],
  ["domestic", "foreign"],
  ["internal", "external"],
  ["short", "long"],
];
