const ABBREVIATION =
  /(?:^|[\s(])(?:Inc|Corp|Ltd|Co|plc|Mr|Mrs|Ms|Dr|Prof|St|No|Nos|vs|approx|est|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|bzw|ca|Mio|Mrd|Nr|z\.B|u\.a|d\.h|\p{Lu}|(?:\p{Lu}\.)+\p{Lu})\.\s*$/u;

/** The sentences of a text, verbatim. The dot of an abbreviation does not end one. */
export function splitSentences(text: string, language: string): string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: "sentence" });
  const sentences: string[] = [];
  let open = "";
  for (const { segment } of segmenter.segment(text)) {
    open += segment;
    if (ABBREVIATION.test(open) || /\d\.\s*$/.test(open)) continue;
    sentences.push(open.trim());
    open = "";
  }
  if (open.trim() !== "") sentences.push(open.trim());
  return sentences.filter((sentence) => sentence !== "");
}
