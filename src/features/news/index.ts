/**
 * News: articles with verified dates, stories with their copies, search and answers. Owns `article`, `news_cluster`,
 * `news_week`, `news_count` and `news_feed`.
 */
import { chatWithNews, type NewsTools, searchNews } from "./operations.ts";

export { QUESTION_WORDS } from "./chat/question-words.ts";
export { addFeed } from "./feeds/add-feed.ts";
export { openPolling } from "./feeds/open-polling.ts";
export { pollDueFeeds } from "./feeds/poll-due.ts";
export type { PollTools } from "./feeds/poll-feed.ts";
export { listCounts, listFeeds, makeAllDue, removeFeed } from "./feeds/store.ts";
export type { ImportResult } from "./importing/import-articles.ts";
export { importFile, loadDemoNews } from "./importing/import-file.ts";
export { newsJobs } from "./jobs.ts";
export { type LiveSearch, openLiveSearch } from "./live/live-search.ts";
export { isPlainWord } from "./mentions/plain-words.ts";
export { NewsArticle } from "./news-article.ts";
export type { NewsWriter, WrittenNews } from "./operations.ts";
export { findNews } from "./search/find-news.ts";
export { readKeywords } from "./search/read-keywords.ts";
export { findArticle, listLatestArticles, listNewArticles } from "./search/store.ts";
export { foldText } from "./text/fold-text.ts";
export { readWords, writeVector } from "./text/lexemes.ts";
export { stemWord } from "./text/stem-word.ts";
export { renderThumbnail } from "./thumbnail.ts";

export const newsOperations = (tools: NewsTools) => [searchNews(tools), chatWithNews(tools)] as const;
