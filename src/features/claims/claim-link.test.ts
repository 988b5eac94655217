import { expect, it } from "vitest";
import { claimLink, isClaimLink } from "./claim-link.ts";

const KEY = Buffer.from("a key of the tests");
const CLAIM = { claimId: "clm_1", viewer: { accountId: "acc_1", userId: "usr_1" } };
const MADE = new Date("2026-01-01T00:00:00Z");

function partsOf(link: string) {
  const { searchParams } = new URL(link, "http://localhost");
  const [reader = "", expires = "", signature = ""] = ["for", "expires", "signature"].map(
    (name) => searchParams.get(name) ?? "",
  );
  return { claimId: CLAIM.claimId, reader, expires, signature };
}

it("accepts a link for seven days, only for its claim and reader, and only under its key", () => {
  const parts = partsOf(claimLink(KEY, CLAIM, MADE));
  const day = (days: number) => new Date(MADE.getTime() + days * 86_400_000);
  expect(isClaimLink(KEY, parts, day(6.9))).toBe(true);
  expect(isClaimLink(KEY, parts, day(7.1))).toBe(false);
  expect(isClaimLink(KEY, { ...parts, claimId: "clm_2" }, day(1))).toBe(false);
  expect(isClaimLink(KEY, { ...parts, reader: "usr_2" }, day(1))).toBe(false);
  expect(isClaimLink(Buffer.from("another key"), parts, day(1))).toBe(false);
});

it("needs no signature for a public report", () => {
  expect(claimLink(KEY, { ...CLAIM, viewer: null })).toBe("/c/clm_1");
});
