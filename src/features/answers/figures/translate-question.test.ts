import { expect, it } from "vitest";
import { localiseAnswer } from "./localise-answer.ts";
import { languageOf, translateQuestion } from "./translate-question.ts";

it.each([
  ["Wie hoch waren die Umsatzerlöse im Geschäftsjahr 2024?", "de", "What was the revenue in FY2024?"],
  ["Wie hoch war die Bruttomarge 2024?", "de", "What was the gross margin in FY2024?"],
  ["Wie hoch war der Umsatz nach Segmenten 2024?", "de", "What was the revenue by segment in FY2024?"],
  ["Quel est le chiffre d’affaires par segment ?", "fr", "What was the revenue by segment?"],
  ["¿Cuáles fueron los ingresos por segmento en 2024?", "es", "What was the revenue by segment in FY2024?"],
  ["Quali sono i ricavi per segmento?", "it", "What was the revenue by segment?"],
  ["Wat is de omzet per segment?", "nl", "What was the revenue by segment?"],
  ["セグメント別の売上高は？", "ja", "What was the revenue by segment?"],
  ["各分部收入是多少？", "zh", "What was the revenue by segment?"],
  ["Quel était le chiffre d’affaires en 2024 ?", "fr", "What was the revenue in FY2024?"],
  ["¿Cuáles fueron los ingresos en 2024?", "es", "What was the revenue in FY2024?"],
  ["Quali sono i ricavi del 2024?", "it", "What was the revenue in FY2024?"],
  ["Hoe hoog was de omzet in 2024?", "nl", "What was the revenue in FY2024?"],
  ["Wie war der Umsatz 2024?", "de", "What was the revenue in FY2024?"],
  ["Wie viel Umsatz 2024?", "de", "What was the revenue in FY2024?"],
  ["Quel chiffre d’affaires en 2024 ?", "fr", "What was the revenue in FY2024?"],
  ["2025年度の売上高はいくらですか?", "ja", "What was the revenue in FY2025?"],
  ["2025年3月期の売上高は？", "ja", "What was the revenue in FY2025?"],
  ["営業利益の金額はどうでしたか", "ja", "What was the operating income?"],
  ["2024年营业收入是多少?", "zh", "What was the revenue in FY2024?"],
  [
    "Wie hoch war der Umsatz im ersten Halbjahr 2024?",
    "de",
    "What was the revenue in the first half of 2024?",
  ],
  [
    "Wie hoch waren die Umsatzerlöse des dritten Quartals?",
    "de",
    "What was the revenue in the third quarter?",
  ],
  [
    "Quel était le chiffre d’affaires du premier semestre 2024 ?",
    "fr",
    "What was the revenue in the first half of 2024?",
  ],
  [
    "¿Cuáles fueron los ingresos del primer semestre de 2024?",
    "es",
    "What was the revenue in the first half of 2024?",
  ],
  [
    "Quali sono i ricavi del secondo trimestre 2024?",
    "it",
    "What was the revenue in the second quarter of 2024?",
  ],
  [
    "Hoe hoog was de omzet in het eerste halfjaar van 2024?",
    "nl",
    "What was the revenue in the first half of 2024?",
  ],
  ["2024年上半期の売上高はいくらですか?", "ja", "What was the revenue in the first half of 2024?"],
  ["第1四半期の売上高はいくらですか?", "ja", "What was the revenue in the first quarter?"],
  ["2024年上半年营业收入是多少?", "zh", "What was the revenue in the first half of 2024?"],
])("understands a question for a figure in its language: %s", (question, language, english) => {
  expect(translateQuestion(question)).toMatchObject({ language, asked: { question: english } });
});

it.each(["北風飲料の2024年度の売上高はいくらですか?", "北風飲料の売上高は?", "北风饮料的营业收入是多少?"])(
  "leaves out the company where no spaces stand between words: %s",
  (question) => {
    const isName = (word: string) => ["北風飲料", "北风饮料"].includes(word);
    expect(translateQuestion(question, isName)?.figure).toMatch(/^(?:売上高|营业收入)$/);
  },
);

it.each([
  "What was the revenue in 2024?",
  "Was the revenue higher in 2024?",
  "EBIT 2024?",
  "Qui est le directeur financier ?",
])("leaves everything else as it was asked: %s", (question) => {
  expect(translateQuestion(question)).toBeNull();
});

it.each([
  ["Wie viel Umsatz machte die Sparte Wind 2024?", "de", { measure: "revenue", member: "wind" }],
  [
    "Quel chiffre d’affaires le groupe a-t-il réalisé en Belgique en 2024 ?",
    "fr",
    { measure: "revenue", member: "belgique" },
  ],
  ["¿Cuánto facturó la empresa en España en 2024?", "es", { measure: "revenue", member: "espana" }],
  ["Quali sono i ricavi del settore eolico nel 2024?", "it", { measure: "revenue", member: "eolico" }],
  [
    "Hoeveel omzet behaalde de groep in Frankrijk in 2024?",
    "nl",
    { measure: "revenue", member: "frankrijk" },
  ],
  ["2024年度の海外事業の売上高はいくらですか？", "ja", { measure: "revenue", member: "海外" }],
  ["2024年德国市场的营业收入是多少？", "zh", { measure: "revenue", member: "德国" }],
])("takes the figure of a part of the company for no figure of the whole: %s", (question, language, part) => {
  expect(translateQuestion(question)).toMatchObject({ language, asked: { row: { part, year: 2024 } } });
});

it.each([
  ["Um wie viel Prozent ist der Umsatz 2024 gestiegen?", "What was the revenue growth in FY2024?"],
  ["De combien le résultat net a-t-il augmenté en 2024 ?", "What was the net income growth in FY2024?"],
  ["¿Cuánto crecieron los ingresos en 2024?", "What was the revenue growth in FY2024?"],
  ["Qual è stata la crescita del fatturato nel 2024?", "What was the revenue growth in FY2024?"],
  ["Hoeveel is de omzet gestegen in 2024?", "What was the revenue growth in FY2024?"],
  ["2024年度の売上高は前年比でどれだけ増えましたか？", "What was the revenue growth in FY2024?"],
  ["2024年营业收入同比增长了多少？", "What was the revenue growth in FY2024?"],
])("understands a question for growth: %s", (question, english) => {
  expect(translateQuestion(question)?.asked).toEqual({ question: english });
});

it("does not take a part of the debt for all of it", () => {
  expect(translateQuestion("2024年的长期借款是多少？")?.asked).toMatchObject({ row: { part: null } });
});

it.each([
  ["Welche Risiken gibt es?", "de"],
  ["Quels sont les risques ?", "fr"],
  ["¿Quién es el presidente?", "es"],
  ["Chi è il presidente?", "it"],
  ["Wie is de voorzitter?", "nl"],
  ["社長は誰ですか？", "ja"],
  ["主要风险是什么？", "zh"],
  ["Was the revenue higher than in 2023?", null],
  ["Comment on the margin.", null],
])("knows the language of a question: %s", (question, language) => {
  expect(languageOf(question)).toBe(language);
});

it("names a part of a year as the language does", () => {
  const text = "Revenue, first half of FY2024: €384 million.";
  const french = { language: "fr" as const, figure: "Chiffre d’affaires" };
  expect(localiseAnswer({ text }, french).text).toBe(
    "Chiffre d’affaires, premier semestre 2024: €384 millions.",
  );
});

it("answers in the words and the number format of the question's language", () => {
  const question = { language: "de" as const, figure: "Bilanzsumme" };
  const english =
    "Total assets, FY2024: €1,862.50 million. Source: Bilanzsumme €1,862.50 million (31.12.2024, page 10).";
  const amount = "€1,862.50 million";
  const spans = [english.indexOf(amount), english.lastIndexOf(amount)].map((start) => ({
    start,
    end: start + amount.length,
    claim_id: "clm_1",
  }));
  const german = localiseAnswer({ text: english, spans }, question);
  expect(german.text).toBe(
    "Bilanzsumme, 2024: €1.862,50 Mio. Quelle: Bilanzsumme €1.862,50 Mio. (31.12.2024, Seite 10).",
  );
  expect(german.spans.map(({ start, end }) => german.text.slice(start, end))).toEqual([
    "€1.862,50 Mio.",
    "€1.862,50 Mio.",
  ]);
});
