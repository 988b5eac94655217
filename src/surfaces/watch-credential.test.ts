import { describe, expect, it } from "vitest";
import { Failure } from "../kernel/errors.ts";
import { watchCredential } from "./watch-credential.ts";

describe("a watched credential", () => {
  it("ends its streams when its token expires, although it was not revoked", async () => {
    const { promise, resolve } = Promise.withResolvers<Failure>();
    const endsAt = Date.now() + 1_500;
    watchCredential({ recheck: async () => {}, endsAt }, resolve);
    expect((await promise).code).toBe("token_invalid");
    expect(Date.now() - endsAt).toBeLessThan(2_000);
  });

  it("survives a short database outage, and ends once with a refusal", async () => {
    const answers = [new Failure("database_unavailable"), new Error("lost"), new Failure("unauthorized")];
    const ends: Failure[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const recheck = async () => {
      throw answers.shift() ?? new Failure("unauthorized");
    };
    watchCredential({ recheck, endsAt: undefined }, (refusal) => {
      ends.push(refusal);
      resolve();
    });
    await promise;
    expect(ends.map(({ code }) => code)).toEqual(["unauthorized"]);
    expect(answers).toEqual([]);
  });
});
