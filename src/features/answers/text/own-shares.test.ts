import { expect, it } from "vitest";
import { isOtherPurchase } from "./own-shares.ts";

it.each([
  ["Crews may buy shares under the employee share purchase plan.", true],
  ["The agent repurchases shares for the dividend reinvestment plan.", true],
  ["In May we acquired a harbour for shares of our company.", true],
  ["We repurchased nine shares in May.", false],
  ["The line bought nine of its shares back.", false],
  ["Nine shares were purchased for cancellation.", false],
])("separates the buy-back of a company’s own shares from other purchases: %s", (text, isOther) => {
  expect(isOtherPurchase("Did the line buy back shares?", text)).toBe(isOther);
  expect(isOtherPurchase("Did the line acquire a harbour?", text)).toBe(false);
});
