import { expect, it } from "vitest";
import { describeError } from "./index.ts";

it("names an error and its cause", () => {
  const error = new Error("the answer was lost", { cause: new Error("connection cut") });
  expect(describeError(error)).toMatchObject({
    name: "Error",
    message: "the answer was lost",
    cause: { message: "connection cut" },
  });
});

it("names the error inside a serialised copy, as the job queue passes it on", () => {
  const copy = {
    ...new Error("gone"),
    message: "could not extend file",
    code: "53100",
    queue: "reports.digest",
  };
  expect(describeError(copy)).toMatchObject({ message: "could not extend file" });
});

it("removes secrets from whatever is thrown", () => {
  expect(describeError("postgres://me:secret@db/florin")).toEqual({
    message: "postgres://me:[redacted]@db/florin",
  });
});
