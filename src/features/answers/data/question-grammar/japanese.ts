import { makeParts, type QuestionGrammar } from "./grammar.ts";

export const JAPANESE: QuestionGrammar = {
  patterns: [
    /^(?:(?<year>\d{4})年(?:度|\d{1,2}月期)?の)?(?<figure>.+?)(?:は|を)(?:いくら|何円|どのくらい|どれくらい|いくつ|何ですか|何パーセント|教えて).*$/u,
  ],
  parts: makeParts(
    [
      "上半期 = (?:上半期|上期|中間期)",
      "下半期 = (?:下半期|下期)",
      "第1四半期 = 第[1１一]四半期",
      "第2四半期 = 第[2２二]四半期",
      "第3四半期 = 第[3３三]四半期",
      "第4四半期 = 第[4４四]四半期",
    ],
    (part) => `^${part}の|${part}`,
  ),
  beforeYear: "",
  ratios: {
    売上総利益率: "gross margin",
    営業利益率: "operating margin",
    純利益率: "net margin",
    売上成長率: "revenue growth",
  },
  answer: {
    Source: "出典",
    "Computed from": "計算の基礎",
    page: "ページ",
    thousand: "千",
    million: "百万",
    billion: "十億",
    "Not found in this report": "この報告書には見つかりません",
  },
  decimal: ".",
  thousands: ",",
};
