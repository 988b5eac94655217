import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { OperatorError } from "../../../../kernel/operator-error.ts";
import { type Bucket, type BucketFile, openBucket } from "../../../../platform/storage/index.ts";
import { hashParts } from "../../reading/hash-parts.ts";
import { defineSource, type Entry, type SourceTools } from "../../source.ts";
import { type FoundReport, makeReportAdder } from "./add-reports.ts";
import { contentTypeOf, type ReportDescription, readFileName, readSidecar } from "./report-facts.ts";

export const reportBucket = defineSource<FoundReport>({
  name: "report-bucket",
  title: "A bucket of reports",
  about:
    "PDF and HTML files of an S3 bucket (s3://bucket/prefix), with sidecars or descriptive file names as in report-folder",
  licence: "as the sidecar says",
  options: [],
  bringsReports: true,
  async open(tools, request) {
    const [, name, prefix = ""] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(request.location) ?? [];
    if (!name) throw new OperatorError("report-bucket needs a location such as s3://bucket/prefix.");
    if (!tools.s3)
      throw new OperatorError("report-bucket needs the settings s3_access_key_id and s3_secret_access_key.");
    const bucket = await openBucket({ ...tools.s3, bucket: name });
    const all = await Array.fromAsync(bucket.list(prefix));
    const files = all.filter(({ key }) => contentTypeOf(key) !== null);
    const keys = new Set(all.map(({ key }) => key));
    const take = makeReportAdder(tools, "report bucket", request);
    return {
      location: request.location,
      version: hashParts(files.map(({ key, etag }) => `${key}:${etag}`)),
      totalUnits: files.length,
      async *entries(position) {
        for (const [index, file] of files.entries())
          if (index >= position) yield await readReport(tools, { bucket, keys, file, number: index + 1 });
      },
      write: (_sql, items) => take(items),
      batchMax: 10,
    };
  },
});

interface BucketLocation {
  bucket: Bucket;
  keys: ReadonlySet<string>;
  file: BucketFile;
  number: number;
}

async function readReport(tools: SourceTools, place: BucketLocation): Promise<Entry<FoundReport>> {
  const { bucket, file, number } = place;
  const folder = path.join(tools.folder, "report-bucket");
  mkdirSync(folder, { recursive: true });
  const local = path.join(folder, hashParts([file.key, file.etag]));
  const fileName = path.posix.basename(file.key);
  const description = await readDescription(place, fileName, `${local}.json`);
  if (typeof description === "string")
    return { line: number, fault: description, excerpt: file.key, units: number };
  await bucket.download(file.key, local);
  const contentType = contentTypeOf(file.key) ?? "";
  return {
    line: number,
    units: number,
    item: { path: local, fileName, contentType, reference: file.key, description },
  };
}

async function readDescription(
  { bucket, keys, file }: BucketLocation,
  fileName: string,
  local: string,
): Promise<ReportDescription | string> {
  const sidecar = [`${file.key}.json`, file.key.replace(/\.[a-z]+$/i, ".json")].find((key) => keys.has(key));
  if (sidecar === undefined) return readFileName(fileName);
  await bucket.download(sidecar, local);
  return readSidecar(readFileSync(local, "utf8"));
}
