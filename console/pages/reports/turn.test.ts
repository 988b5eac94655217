import { describe, expect, it } from "vitest";
import { nextTurn, type Turn, turnBox, turnSize } from "./turn.ts";

const PAGE = { width: 600, height: 800 };
const BOX = [100, 50, 200, 70];

describe("turning a page", () => {
  it("moves a mark in the top left corner to the top right one", () => {
    expect(turnSize(PAGE, 1)).toEqual({ width: 800, height: 600 });
    expect(turnBox(BOX, PAGE, 1)).toEqual([730, 100, 750, 200]);
  });

  it("gives the same place after four turns", () => {
    let [box, size, turn]: [readonly number[], typeof PAGE, Turn] = [BOX, PAGE, 0];
    for (let at = 0; at < 4; at++) {
      box = turnBox(box, size, 1);
      size = turnSize(size, 1);
      turn = nextTurn(turn);
      expect(turnBox(BOX, PAGE, turn)).toEqual(box);
    }
    expect([box, size, turn]).toEqual([BOX, PAGE, 0]);
  });
});
