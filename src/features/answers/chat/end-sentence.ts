/** A name may already end with a full stop. */
export function endSentence(text: string): string {
  return text.endsWith(".") ? text : `${text}.`;
}
