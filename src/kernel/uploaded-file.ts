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

export function describeUpload(facts: Omit<UploadedFile, "path">, path: string): UploadedFile {
  // The property is added by the next call, which the type cannot follow.
  return Object.defineProperty({ ...facts } as UploadedFile, "path", { value: path, enumerable: false });
}

/** For an operation's input; such an operation accepts `multipart/form-data`. */
export const UploadedFile = z
  .custom<UploadedFile>(
    (value) => typeof value === "object" && value !== null && "path" in value && "sha256" in value,
    {
      error: "expected a file (send multipart/form-data)",
    },
  )
  .meta({ type: "string", format: "binary" });
