/** "What revenue is expected?" "Expected credit losses" and "plan assets" are words for what is there. */
const ASKS = new RegExp(
  String.raw`\bguidance\b|\b(?:forecast|outlook) for\b|\bwill\b(?! and\b)` +
    String.raw`|\b(?:do|does|did)\b[^?]*\b(?:expect|forecast|anticipate|project|plan to)\b` +
    String.raw`|\b(?:is|are|was|were)\b[^?]*\b(?:expected|forecast|anticipated|projected|planned|budgeted|targeted)\b(?! (?:credit|loss|return|volatility|life|term|useful))`,
  "i",
);
const SAYS = new RegExp(
  String.raw`\b(?:expect\p{L}*|guidance|forecast\p{L}*|outlook|plan(?:s|ned|ning)?|target\p{L}*|anticipat\p{L}*` +
    String.raw`|estimat\p{L}*|intend\p{L}*|project(?:s|ed|ions?)|aim\p{L}*|will|should|budget\p{L}*|commit\p{L}*` +
    String.raw`|approved|next (?:\p{L}+ )?years?)\b`,
  "iu",
);
const DONE = /\bactuals?\b|\bachieved\b|\bresult\b/i;

/** Whether a question asks for what is to come, which no figure of what was answers. */
export const asksFuture = (question: string): boolean => ASKS.test(question);

export const saysFuture = (text: string): boolean => SAYS.test(text) && !DONE.test(text);
