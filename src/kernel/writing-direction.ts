/** Hebrew, Arabic and related letters, without their digits, which are written from left to right. */
const RIGHT_TO_LEFT = /[\u0590-\u05ff\u0600-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const UPRIGHT_IN_COLUMNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。「」（）・]/u;
/** Taller than wide by this factor: characters below each other. */
const COLUMN_SHAPE = 1.5;

export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** Whether a character may be written in columns from top to bottom. */
export function isColumnCharacter(text: string): boolean {
  return UPRIGHT_IN_COLUMNS.test(text);
}

/** Whether a word is a column of characters below each other. */
export function isColumn(word: { text: string; x0: number; y0: number; x1: number; y1: number }): boolean {
  return (
    word.text.length > 1 &&
    word.y1 - word.y0 > (word.x1 - word.x0) * COLUMN_SHAPE &&
    isColumnCharacter(word.text)
  );
}
