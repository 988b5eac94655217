import type { NameCandidate } from "../store.ts";
import type { ChineseReading } from "./read-chinese-name.ts";

/** Companies of Hong Kong have Chinese names too, but fewer are meant. */
const HONG_KONG_SHARE = 0.95;
/** Elsewhere a word may sound Chinese by chance, and a translation is likelier still to be somebody else's name. */
const ELSEWHERE_SHARE = { sound: 0.88, translated: 0.82 };
/** Outside the mainland nobody has the forms of its law, so that a brand with one is somebody else's there. */
const MAINLAND_FORM_SHARE = 0.75;

type Home = Pick<NameCandidate, "country" | "children">;

/** How likely a company is to be the one with a Chinese name by where it is listed, from 0 to 1. */
export function weighByMarket({ parts, brand }: ChineseReading, home: Home, mainlandForm: boolean): number {
  if (isMainland(home)) return 1;
  // Three letters are a name the world over, and what else is not spelt to the letter is too little to go by there.
  if (brand !== "spelt") return 0;
  const form = mainlandForm && !parts.some(({ kind }) => kind === "trade") ? MAINLAND_FORM_SHARE : 1;
  if (home.country === "HK") return HONG_KONG_SHARE * form;
  const hasSound = parts.some(({ kind }) => kind === "sound");
  return (hasSound ? ELSEWHERE_SHARE.sound : ELSEWHERE_SHARE.translated) * form;
}

/** The number of a security says where its company is at home, wherever it is traded. */
function isMainland({ country, children }: Home): boolean {
  return country === "CN" || children.some(({ isin }) => isin?.startsWith("CN"));
}
