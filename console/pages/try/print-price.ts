import { texts } from "../../texts/index.ts";
import { formatWhole } from "../../ui/format.ts";

const { tryIt: words } = texts;

export function printPrice(price: number | string): string {
  if (typeof price === "string") return price;
  if (price === 0) return words.free;
  return price === 1 ? words.priceOne : words.price(formatWhole(price));
}
