import { z } from "zod";

/** An uploaded file. It exists in a temporary folder for the duration of the call. */
export interface UploadedFile {
  fileName: string;
  contentType: string;
  bytes: number;
  sha256: string;
  /** Not enumerable: the same upload is the same input, wherever it is stored. */
  readonly path: string;
}

/** The files this process received. An object of the same shape in a caller's JSON could name any file of the machine. */
const received = new WeakSet<object>();

export function describeUpload(facts: Omit<UploadedFile, "path">, path: string): UploadedFile {
  // The property is added by the next call, which the type cannot follow.
  const file = Object.defineProperty({ ...facts } as UploadedFile, "path", {
    value: path,
    enumerable: false,
  });
  received.add(file);
  return file;
}

/** For an operation's input; such an operation accepts `multipart/form-data`. */
export const UploadedFile = z
  .custom<UploadedFile>((value) => typeof value === "object" && value !== null && received.has(value), {
    error: "expected a file (send multipart/form-data)",
  })
  .meta({ type: "string", format: "binary" });
