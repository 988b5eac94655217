import { expect, it } from "vitest";
import { redactText } from "./index.ts";

it("removes keys, tokens and passwords from a text, wherever they are", () => {
  const secrets = [
    "flr_live_0123456789abcdefghijABCDEFGHIJ012345",
    "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJwZXJzb24ifQ.c2lnbmF0dXJl",
    "postgres://florin:hunter2@db.example.com/florin",
    "redis://:hunter2@cache.example.com:6379",
    "valkeys://user:hunter2@cache.example.com",
    "smtps://mail:hunter2@mail.example.com",
  ];
  const safe = redactText(`cannot connect: ${secrets.join(" and ")}!`);
  expect(safe).not.toMatch(/hunter2|0123456789abc|c2lnbmF0dXJl/);
  expect(safe).toContain("db.example.com/florin");
});
