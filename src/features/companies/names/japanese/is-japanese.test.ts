import { expect, it } from "vitest";
import { mayBeJapanese } from "./is-japanese.ts";

it("takes kana, and Chinese characters that Japan has too, for Japanese", () => {
  for (const name of ["ランタン", "ﾗﾝﾀﾝ", "ひかり", "北風工業", "髙橋", "ABCランタン", "株式会社ABC"])
    expect(mayBeJapanese(name), name).toBe(true);
});

it("leaves other names alone, so that no dictionary is loaded for them", () => {
  for (const name of ["Lantern", "", "北风灯笼", "北風有限公司", "북풍", "Лантерн", "北風북풍"])
    expect(mayBeJapanese(name), name).toBe(false);
});
