/**
 * News: articles with dates by evidence, stories with their copies, search and answers. Owns `article`, `news_cluster`,
 * `news_week`, `news_count` and `news_feed`.
 */
import { chatWithNews, type NewsTools, searchNews } from "./operations.ts";

export { loadDemoNews } from "./importing/import-file.ts";

export const newsOperations = (tools: NewsTools) => [searchNews(tools), chatWithNews(tools)] as const;
