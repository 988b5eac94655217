/** Question words, which say nothing about the topic. */
export const QUESTION_WORDS: ReadonlySet<string> = new Set(
  (
    "a an and any are as at be been by can could did do does for from had has have how in into is it its many much of " +
    "on or say said should than that the their them there these they this those to was were what when where which who " +
    "whom whose why will with would about tell me please give latest news happened " +
    "am an auf aus bei das dem den der des die ein eine einem einen einer eines es für hat haben ist im in mit nach " +
    "sich sind um und uber von vor war waren was welche welchem welchen welcher welches wann warum wer wie wieviel " +
    "viel wird wo wurde wurden zu zum zur " +
    "は が を に で と の も か や へ から まで です ます した する いる ある 何 いつ どの どう なぜ " +
    "的 了 是 在 和 与 什么 多少 吗 为什么 怎么"
  ).split(" "),
);
