import { open } from "node:fs/promises";
import { Failure } from "../../../kernel/errors.ts";
import { sniffContentType } from "../html/declaration.ts";
import { defaultTitle } from "./default-title.ts";
import { isPackage, withPackagedReport } from "./open-package.ts";

/** Enough for the head of an HTML file, where its type and its title are. */
const START_BYTES = 65_536;

interface ReportFile {
  path: string;
  fileName: string;
  contentType: string;
  /** What the document calls itself, else its file name. */
  title: string;
}

/** The uploaded file, or the report inside it when it is a report package. */
export async function withReportFile<T>(
  file: Pick<ReportFile, "path" | "fileName">,
  work: (file: ReportFile) => Promise<T>,
): Promise<T> {
  const start = await readStart(file.path);
  if (isPackage(start))
    return withPackagedReport(file.path, async (report) =>
      work(describeFile(report, await readStart(report.path))),
    );
  return work(describeFile(file, start));
}

function describeFile({ path, fileName }: Pick<ReportFile, "path" | "fileName">, start: Buffer): ReportFile {
  const contentType = requireContentType(start);
  return { path, fileName, contentType, title: defaultTitle(start, { fileName, contentType }) };
}

async function readStart(filePath: string): Promise<Buffer> {
  const file = await open(filePath);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The actual file type by its first bytes; its name and the caller's claim do not count. */
function requireContentType(start: Buffer): string {
  const found = sniffContentType(start);
  if (found === null)
    throw new Failure("file_not_readable", {
      detail: "file: it is neither a PDF, an HTML file nor a report package (zip)",
    });
  return found;
}
