/** Characters with a reading in names that is not the usual one of running text. */
export const NAME_SOUNDS: Readonly<Record<string, string>> = {
  都: "du",
  曾: "zeng",
  行: "hang",
  乐: "yue",
  藏: "zang",
  长: "chang",
  重: "chong",
  会: "kuai",
};
