import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ERRORS } from "../src/kernel/errors.ts";

// Tables may be padded for the eye.
const page = readFileSync("docs/errors.md", "utf8").replace(/ {2,}/g, " ");

it.each(Object.entries(ERRORS))("docs/errors.md explains %s", (code, { status, message }) => {
  expect(page).toMatch(
    new RegExp(
      `^\\| \`${code}\` \\| ${status} \\| ${message.replace(/[.()]/g, "\\$&")} \\| .{20,} \\|$`,
      "m",
    ),
  );
});
