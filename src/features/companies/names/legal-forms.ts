/**
 * Words for legal forms. They say little about which company is meant ("Siemens AG", "Siemens Aktiengesellschaft" and
 * "Siemens" are one), so they are kept apart from the words of a name. All are written as `fold-name.ts` produces
 * them: lower case, no accents, no dots. The value is the short name of the form, so that two spellings of one form
 * compare as equal.
 */
export const LEGAL_FORMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ltd: "limited ltd coltd ltda lte lim limi limite limitee",
    inc: "inc incorporated incorporation",
    corp: "corp corporation corpn",
    plc: "plc",
    llc: "llc",
    lp: "lp llp",
    gmbh: "gmbh mbh",
    ag: "ag aktiengesellschaft",
    kg: "kg kgaa",
    se: "se",
    nv: "nv bv cva",
    spa: "spa srl sapa",
    sa: "sa sas sarl sca scpa sau saa sac",
    sab: "sab sapi cv",
    sgps: "sgps",
    ab: "ab publ",
    as: "as asa aps a/s anpartsselskab",
    oyj: "oyj oy abp",
    hf: "hf ehf",
    kk: "kk yk",
    bhd: "bhd berhad sdn",
    tbk: "tbk pt",
    pjsc: "pjsc ojsc oao pao ao cjsc jsc zao psc qpsc qsc saog kscp ksc",
    nyrt: "nyrt zrt rt kft",
    uab: "uab",
    dd: "dd doo ad ead",
    pcl: "pcl pty pte pvt pco",
    co: "co company cie compagnie",
  }).flatMap(([short, spellings]) => spellings.split(" ").map((spelling) => [spelling, short] as const)),
);

/** Legal forms of several words, with their short names. Longest first. */
export const LEGAL_PHRASES: readonly (readonly [readonly string[], string])[] = Object.entries({
  "public joint stock company": "pjsc",
  "open joint stock company": "pjsc",
  "joint stock company": "pjsc",
  "public company limited": "pcl",
  "public limited company": "plc",
  "limited liability company": "llc",
  "limited liability partnership": "lp",
  "limited partnership": "lp",
  "sociedad anonima bursatil": "sab",
  "sa de cv": "sab",
  "sab de cv": "sab",
  "sapi de cv": "sab",
  "de cv": "sab",
  "sociedad anonima": "sa",
  "sociedade anonima": "sa",
  "societe anonyme": "sa",
  "societe europeenne": "se",
  "societas europaa": "se",
  "societa per azioni": "spa",
  "naamloze vennootschap": "nv",
  "anonim sirketi": "as",
  "anonim ortakligi": "as",
  "kabushiki kaisha": "kk",
  "perseroan terbatas": "tbk",
  "aktie bolag": "ab",
  "comm va": "nv",
  "and co kgaa": "kg",
  "and co kg": "kg",
  "and co": "co",
  "and company": "co",
})
  .map(([phrase, short]) => [phrase.split(" "), short] as const)
  .sort(([a], [b]) => b.length - a.length);

/** These are ordinary words or initials too: they count as a legal form only at the end of a name. */
export const LEGAL_AT_END_ONLY: ReadonlySet<string> = new Set(
  "as sa se co cie company compagnie ao ad dd lp cv rt kg lim limi pt sac saa sas sca psc ao hf lte".split(
    " ",
  ),
);

/** Legal forms of scripts without spaces, in any position. */
export const LEGAL_CJK =
  /株式会社|有限会社|合同会社|\(株\)|㈱|股份有限公司|有限责任公司|有限公司|控股有限公司|集团股份|주식회사|\(주\)/gu;

/** Words without meaning in a name. Other frequent words are weighted by how many companies have them. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  "the of and und et de del des du la le les el los las der die da do dos di della ve og och".split(" "),
);
