import { describe, expect, it } from "vitest";
import { References } from "../src/features/answers/writing/references.ts";
import { verifySentence } from "../src/features/answers/writing/verify-sentence.ts";
import { QUESTION, READER, requireRow } from "./model-cases/report.ts";
import { pageOf } from "./model-cases/true-cases.ts";

/** How a language says the amount of a row, and the names of rows that it is tried with. */
interface Speech {
  locale: string;
  rows: Record<string, string>;
  say: (name: string, amount: string) => string;
  million: string;
  billion: string;
}

const SPEECHES: Record<string, Speech> = {
  German: {
    locale: "de-DE",
    rows: {
      Revenue: "Der Umsatz",
      "Gross profit": "Das Bruttoergebnis",
      "Net income": "Das Konzernergebnis",
      "Total equity": "Das Eigenkapital",
      "Operating income": "Das Betriebsergebnis",
    },
    say: (name, amount) => `${name} betrug im Jahr 2024 ${amount} US-Dollar.`,
    million: "Millionen",
    billion: "Milliarden",
  },
  French: {
    locale: "fr-FR",
    rows: {
      Revenue: "Le chiffre d’affaires",
      "Gross profit": "La marge brute",
      "Net income": "Le résultat net",
      "Total assets": "Le total de l’actif",
      "Operating income": "Le résultat opérationnel",
    },
    say: (name, amount) => `${name} s’élevait à ${amount} de dollars en 2024.`,
    million: "millions",
    billion: "milliards",
  },
  Spanish: {
    locale: "de-DE",
    rows: {
      "Gross profit": "El beneficio bruto",
      "Net income": "El beneficio neto",
      "Total assets": "El activo total",
      "Total equity": "El patrimonio neto",
      "Operating income": "El resultado operativo",
    },
    say: (name, amount) => `${name} fue de ${amount} de dólares en 2024.`,
    million: "millones",
    billion: "mil millones",
  },
  Italian: {
    locale: "de-DE",
    rows: {
      "Gross profit": "L’utile lordo",
      "Net income": "L’utile netto",
      "Total assets": "Il totale attivo",
      "Total equity": "Il patrimonio netto",
      "Operating income": "Il risultato operativo",
    },
    say: (name, amount) => `${name} era di ${amount} di dollari nel 2024.`,
    million: "milioni",
    billion: "miliardi",
  },
  Dutch: {
    locale: "nl-NL",
    rows: {
      Revenue: "De omzet",
      "Gross profit": "De brutowinst",
      "Net income": "De nettowinst",
      "Total equity": "Het eigen vermogen",
      "Operating income": "Het bedrijfsresultaat",
    },
    say: (name, amount) => `${name} was ${amount} dollar in 2024.`,
    million: "miljoen",
    billion: "miljard",
  },
};

const own = READER.ask(QUESTION);
const verification = {
  references: new References(READER, own.claims),
  own,
  pagesSeen: new Set(READER.report.pages.map(({ page }) => page)),
};

/** Why a sentence is refused; null when it is accepted. */
function refuse(text: string, label: string): string | null {
  const verdict = verifySentence({ text, pages: [pageOf(requireRow(label))], steps: [] }, verification);
  return "refused" in verdict ? verdict.refused : null;
}

describe.each(Object.entries(SPEECHES))(
  "a plain sentence in %s",
  (_, { locale, rows, say, million, billion }) => {
    const cases = Object.entries(rows).map(([label, name]) => ({ label, name, row: requireRow(label) }));
    const print = (amount: number) => amount.toLocaleString(locale);
    const accepted = (sentences: { label: string; text: string }[]) =>
      sentences.filter(({ label, text }) => refuse(text, label) === null);

    it("is accepted when its number, written as in that language, is the report's", () => {
      const refused = cases.flatMap(({ label, name, row }) => {
        const text = say(name, `${print(row.now)} ${million}`);
        const reason = refuse(text, label);
        return reason === null ? [] : `${text}: ${reason}`;
      });
      expect(refused).toEqual([]);
    });

    it("is refused with another number, year, scale, or the amount of another row", () => {
      const wrong = cases.flatMap(({ label, name, row }, at) => {
        const right = say(name, `${print(row.now)} ${million}`);
        const other = cases[(at + 1) % cases.length]?.row ?? row;
        return [
          { label, text: say(name, `${print(row.now + 90)} ${million}`) },
          { label, text: right.replace("2024", "2023") },
          { label, text: say(name, `${print(row.now)} ${billion}`) },
          { label, text: say(name, `${print(other.now)} ${million}`) },
        ];
      });
      expect(wrong).toHaveLength(cases.length * 4);
      expect(accepted(wrong)).toEqual([]);
    });
  },
);

it("accepts nothing in a language whose numbers and words it cannot read", () => {
  const sentences = ["2024年の売上高は2,431百万ドルでした。", "2024年营业收入为24.31亿美元。"];
  expect(sentences.filter((text) => refuse(text, "Revenue") === null)).toEqual([]);
});
