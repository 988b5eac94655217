/**
 * Words that Chinese and English names put in or leave out as they like: they name no trade, so a company with another
 * or none of them may well be the one that was asked for. General words only.
 */
export const BUSINESS_WORDS: Readonly<Record<string, string>> = {
  集团: "group",
  控股: "holding",
  企业: "enterprise",
  实业: "industry, industrial, enterprise",
  工业: "industry, industrial",
  产业: "industry, industrial",
  工贸: "industry trade",
  发展: "development",
  开发: "development",
  国际: "international",
  服务: "service",
  管理: "management",
  运营: "operation",
  投资: "investment",
  创业: "venture, enterprise",
  科技: "technology, science technology, sci tech, tech, technological, scientific",
  技术: "technology, technological, technique",
  高科: "hi tech, high tech, high technology, technology",
  高新: "hi tech, high tech, high technology, new high technology, hightech, new technology",
  科创: "sci tech venture, science innovation, technology",
  科工: "science industry, technology",
  科学: "science, scientific",
  制造: "manufacturing, manufacture",
  总公司: "corporation",
};

/** English words of the same kind that no Chinese one above is translated with. */
export const ENGLISH_BUSINESS_WORDS: readonly string[] =
  `advanced and china chinese city class company corp corporate corporation general h in joint listed manufacturer
  manufactory municipal modern national new no product professional project provincial province share special stock
  system technical the works factory plant hitech`.split(/\s+/);
