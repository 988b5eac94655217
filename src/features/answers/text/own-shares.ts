const ASKS =
  /\brepurchas|\bbuy(?:ing)?[ -]?backs?\b|\b(?:buy|bought|buying)\b[^?]*\bback\b|\b(?:buy|bought|purchased?|acquired?)\b[^?]*\bown (?:shares|stock)\b/i;
const OWN =
  /\brepurchas|\bbuy(?:ing)?[ -]?backs?\b|\b(?:buy|bought)\b[^.]*\bback\b|\btreasury (?:shares|stock)\b|\bown (?:\w+ )?(?:shares|stock|securities)\b|\bfor cancellation\b/i;
/** Shares that employees buy, or that are bought for holders who take their dividend in shares. */
const FOR_OTHERS =
  /\bemployees?(?: (?:stock|share))? purchase\b|\bdividend reinvestment\b|\bpension\b|\bfor the (?:employee|participant)s?\b/i;

/** Whether a sentence about shares bought says nothing of a company that buys its own back. */
export function isOtherPurchase(question: string, text: string): boolean {
  return ASKS.test(question) && (!OWN.test(text) || (FOR_OTHERS.test(text) && !FOR_OTHERS.test(question)));
}
