import { makeParts, type QuestionGrammar } from "./grammar.ts";

export const CHINESE: QuestionGrammar = {
  patterns: [/^(?:(?<year>\d{4})年(?:度)?(?:的)?)?(?<figure>.+?)(?:是|为|為)?(?:多少|几何).*$/u],
  parts: makeParts(
    [
      "上半年",
      "下半年",
      "第一季度 = 第?一季度",
      "第二季度 = 第?二季度",
      "第三季度 = 第?三季度",
      "第四季度 = 第?四季度",
    ],
    (part) => `^${part}的?|${part}`,
  ),
  beforeYear: "",
  ratios: {
    毛利率: "gross margin",
    营业利润率: "operating margin",
    净利率: "net margin",
    收入增长率: "revenue growth",
  },
  answer: {
    Source: "来源",
    "Computed from": "计算依据",
    page: "页",
    thousand: "千",
    million: "百万",
    billion: "十亿",
    "Not found in this report": "本报告中未找到",
  },
  decimal: ".",
  thousands: ",",
};
