import { makeParts, type QuestionGrammar } from "./grammar.ts";

const polite = "(?:请问|请告诉我|告诉我|请给出|请列出)?,?";

export const CHINESE: QuestionGrammar = {
  year: /(?:截至|在)?(?<year>(?:19|20)\d\d)\s*(?:财年|财政年度|年度|年末|年底|年)(?!\s*\d)\s*(?:的|，|、)?/u,
  value: [
    new RegExp(
      `^${polite}(?<figure>.+?)(?:是|为|為|有|达到|达|总共|一共|共)*(?:多少|几何|多大|多高|几人|什么水平).{0,6}$`,
      "u",
    ),
  ],
  growth: [
    new RegExp(
      `^${polite}(?<figure>.+?)(?:同比|较上年|比上年|相比上年)?(?:增长|增加|上升|下降|减少|变化|变动)了?(?:多少|几何|百分之几|几个百分点|幅度).{0,6}$`,
      "u",
    ),
  ],
  growthOf: /^(?<figure>.+?)的?(?:同比)?(?:增长率|增长幅度|增幅|增速|变动率)$/u,
  growthSaid: "增长率",
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
  ratios: {
    毛利率: "gross margin",
    营业利润率: "operating margin",
    经营利润率: "operating margin",
    净利率: "net margin",
    净利润率: "net margin",
    销售净利率: "net margin",
  },
  names: {
    分部收入: "revenue by segment",
    各分部收入: "revenue by segment",
    各分部的收入: "revenue by segment",
    营收: "revenue",
    总收入: "revenue",
    销售额: "revenue",
    销售收入: "revenue",
    营业额: "revenue",
    纯利润: "net income",
    每股收益: "earnings per share",
    有息负债: "total debt",
    总借款: "total debt",
    税后利润: "net income",
    总资产: "total assets",
    资产总计: "total assets",
    自由现金流: "free cash flow",
    经营现金流: "cash flow from operating activities",
    经营活动现金流: "cash flow from operating activities",
  },
  aroundMember: /(?:的|在|地区|分部|业务|市场|板块)+$/u,
  company: "公司|本公司|集团|该公司|本集团",
  asks: /^[^\u3040-\u30ff\uac00-\ud7af]*[\u4e00-\u9fff][^\u3040-\u30ff\uac00-\ud7af]*$/u,
  answer: {
    Source: "来源",
    "Computed from": "计算依据",
    thousand: "千",
    million: "百万",
    billion: "十亿",
  },
  page: "第#页",
  notFound: "本报告中未找到。",
  figuresOnly: "中文提问目前支持数字、比率和表格；有关正文内容的问题请用英文提出。",
  decimal: ".",
  thousands: ",",
};
