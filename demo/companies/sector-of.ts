/**
 * From the words in which open lists describe a business to the sector of our list (ISIC). Only where the words leave
 * one answer: a wrong sector is worse than none.
 */
const DIVISIONS: readonly (readonly [RegExp, string])[] = [
  [/semicond|electronic|communic.*equip|hardware/, "isic:C26"],
  [/software|\bit serv/, "isic:J62"],
  [/interactive/, "isic:J63"],
  [/telecom|wireless/, "isic:J61"],
  [/biotech|pharma/, "isic:C21"],
  [/health.*(equip|suppl)/, "isic:C32"],
  [/health.*(provid|serv)/, "isic:Q86"],
  [/life sci/, "isic:M72"],
  [/thrift|\bbanks?\b/, "isic:K64"],
  [/insur/, "isic:K65"],
  [/capital market/, "isic:K66"],
  [/consumer fin/, "isic:K64"],
  [/reit|real estate/, "isic:L68"],
  [/construction & eng/, "isic:F42"],
  [/chemic/, "isic:C20"],
  [/paper/, "isic:C17"],
  [/machin/, "isic:C28"],
  [/electrical/, "isic:C27"],
  [/aero/, "isic:C30"],
  [/auto/, "isic:C29"],
  [/textil/, "isic:C14"],
  [/beverag/, "isic:C11"],
  [/tobacco/, "isic:C12"],
  [/food prod/, "isic:C10"],
  [/water/, "isic:E36"],
  [/electric util|gas util|independent power|multi-?util/, "isic:D35"],
  [/energy equip/, "isic:B09"],
  [/airline/, "isic:H51"],
  [/marine/, "isic:H50"],
  [/road|rail/, "isic:H49"],
  [/transport.*infra|logist/, "isic:H52"],
  [/hotel/, "isic:I"],
  [/specialty retail|multiline|internet.*retail/, "isic:G47"],
  [/distribut|trading/, "isic:G46"],
];

/** What a name adds where the description covers several sectors. */
const BY_NAME: readonly (readonly [RegExp, RegExp, string])[] = [
  [/metals/, /\b(steel|alumini?um|alloys?|metall?urg\w*)\b/i, "isic:C24"],
  [/metals/, /\b(coal)\b/i, "isic:B05"],
  [
    /metals/,
    /\b(gold|silver|mining|mines?|minerals?|copper|lithium|uranium|nickel|exploration)\b/i,
    "isic:B07",
  ],
  [/oil, gas/, /\b(exploration|oil (?:and|&) gas|oil sands|drilling)\b/i, "isic:B06"],
  [/oil, gas/, /\b(refiner\w*|refining)\b/i, "isic:C19"],
  [/construction mat/, /\b(cement\w*|glass|ceramics?|tiles?|concrete|gypsum|stone)\b/i, "isic:C23"],
  [/diversified fin/, /\b(holdings?|financ\w*|capital|invest\w*)\b/i, "isic:K64"],
];

/** What a coarse second description allows; a first one outside it is not trusted. */
const ALLOWED: readonly (readonly [RegExp, RegExp])[] = [
  [/finan/, /^[KL]/],
  [/tech/, /^(C26|C27|C28|J62|J63)/],
  [/health/, /^(C21|C32|Q|M72)/],
  [/telecom/, /^(C26|J6)/],
  [/energy/, /^[BCDH]/],
  [/utilit/, /^[DE]/],
  [/real estate/, /^[LKF]/],
  [/basic mat/, /^[BC]/],
  [/staples/, /^[ACG]/],
  [/discretion/, /^[CGIJFH]/],
  [/industr/, /^[CFGH]/],
];

export function sectorOf(facts: { name: string; business: string; secondOpinion: string }): string | null {
  const business = facts.business.toLowerCase();
  const sector =
    BY_NAME.find(([of, word]) => of.test(business) && word.test(facts.name))?.[2] ??
    DIVISIONS.find(([stem]) => stem.test(business))?.[1];
  if (sector === undefined) return null;
  const allowed = ALLOWED.find(([stem]) => stem.test(facts.secondOpinion.toLowerCase()))?.[1];
  return allowed === undefined || allowed.test(sector.slice("isic:".length)) ? sector : null;
}
