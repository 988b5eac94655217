import { failUnreachable } from "../../api/connection.ts";
import { recordBalance } from "../../api/credits.ts";
import { CONSOLE_HEADERS, type Envelope, RequestFailure } from "../../api/request.ts";
import { warnBeforeLeaving } from "../../ui/warn-before-leaving.ts";

const UPLOAD_PATH = "/v1/company_report/upload";

/**
 * What is sent along with a report file, by the field names of the upload; empty values are detected or left
 * open.
 */
export interface ReportDetails {
  title: string;
  svc_entity_id: string;
  report_type: string;
  publish_date: string;
  fiscal_year: string;
  fiscal_period: string;
  language: string;
  shared_with: string;
}

type UploadedReport = { report_id: string };
type OnProgress = (share: number) => void;

const TOO_MANY_REQUESTS = 429;
const ATTEMPTS_MAX = 20;

/** The current upload; the next one starts when it has succeeded or failed. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * Uploads one file after the other and retries those that were rate-limited: someone who drops ten files
 * means all of them.
 */
export function sendReport(
  file: File,
  input: ReportDetails,
  onProgress: OnProgress,
): Promise<UploadedReport> {
  // The files that wait their turn are in this tab only.
  const isSafe = warnBeforeLeaving();
  const sent = queue.then(() => sendWithRetry(file, input, onProgress)).finally(isSafe);
  queue = sent.catch(() => {});
  return sent;
}

async function sendWithRetry(
  file: File,
  input: ReportDetails,
  onProgress: OnProgress,
): Promise<UploadedReport> {
  for (let attempt = 1; ; attempt++) {
    const request = await sendOnce(file, input, onProgress);
    const status = request.response?.status_code ?? request.status;
    if (status === 200) return request.response.data;
    if (status !== TOO_MANY_REQUESTS || attempt === ATTEMPTS_MAX)
      throw new RequestFailure(status, withoutField(request.response ?? {}));
    const seconds = Number(request.getResponseHeader("retry-after") ?? 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
}

/** The field of the form that is wrong is the file, which the message is shown next to. */
const withoutField = (envelope: Envelope): Envelope => ({
  ...envelope,
  detail: envelope.detail?.replace(/^file: /, "") ?? null,
});

/** Reports upload progress. `fetch` cannot, so this uses XMLHttpRequest. */
function sendOnce(file: File, input: ReportDetails, onProgress: OnProgress): Promise<XMLHttpRequest> {
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) if (value !== "") form.append(name, value);
  form.append("file", file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", UPLOAD_PATH);
    for (const [name, value] of Object.entries(CONSOLE_HEADERS)) request.setRequestHeader(name, value);
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onerror = () => void failUnreachable().catch(reject);
    request.onload = () => {
      recordBalance({ get: (name) => request.getResponseHeader(name) });
      resolve(request);
    };
    request.send(form);
  });
}

/** A file name as a title: without extension, dashes and underscores. */
export const titleOf = (name: string): string =>
  name
    .replace(/\.\w{1,5}$/, "")
    .replace(/[-_]+/g, " ")
    .trim()
    .slice(0, 500) || name;
