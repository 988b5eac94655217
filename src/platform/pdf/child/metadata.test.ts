import { expect, it } from "vitest";
import { parsePdfDate } from "./metadata.ts";

it.each([
  ["D:20190207153012-05'00'", "2019-02-07T20:30:12.000Z"],
  ["D:20190207153012Z", "2019-02-07T15:30:12.000Z"],
  ["D:2019", "2019-01-01T00:00:00.000Z"],
  ["20190207", "2019-02-07T00:00:00.000Z"],
  ["D:20191399", null],
  ["yesterday", null],
  [null, null],
])("reads the date %s as %s", (written, read) => {
  expect(parsePdfDate(written)).toBe(read);
});
