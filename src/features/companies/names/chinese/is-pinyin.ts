const SYLLABLE = [
  "[bpmf](?:a|o|ai|ei|ao|ou|an|en|ang|eng|i|ie|iao|iu|ian|in|ing|u)",
  "[dtnl](?:a|e|ai|ei|ao|ou|an|en|ang|eng|ong|i|ia|ie|iao|iu|ian|in|iang|ing|u|uo|ui|uan|un|ue)",
  "(?:[gkhrzcs]|[zcs]h)(?:a|e|ai|ei|ao|ou|an|en|ang|eng|ong|u|ua|uo|uai|ui|uan|un|uang)",
  "(?:[rzcs]|[zcs]h)i",
  "[jqx](?:i|ia|ie|iao|iu|ian|in|iang|ing|iong|u|ue|uan|un)",
  "y(?:a|e|ao|ou|an|ang|ong|i|in|ing|u|ue|uan|un)",
  "w(?:a|o|ai|ei|an|en|ang|eng|u)",
  "ai|ao|an|ang|ou|en|er",
].join("|");
const SYLLABLES = new RegExp(`^(?:${SYLLABLE}){2,}$`);

/** Whether a word is the regular spelling of some Chinese name of two syllables or more. */
export function isPinyin(word: string): boolean {
  return SYLLABLES.test(word);
}
