import { CONSOLE_HEADERS, RequestFailure } from "../../api/request.ts";

const UPLOAD_PATH = "/v1/company_report/upload";

/** What is told of a report with its file, by the names of the upload; what is empty is found out or left open. */
export interface ReportWish {
  title: string;
  svc_entity_id: string;
  report_type: string;
  publish_date: string;
  fiscal_year: string;
  fiscal_period: string;
  language: string;
}

/** Sends a file and tells how much of it has left. `fetch` cannot tell, so this is the older way. */
export function sendReport(
  file: File,
  wish: ReportWish,
  onShare: (share: number) => void,
): Promise<{ report_id: string }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(wish)) if (value !== "") form.append(name, value);
  form.append("file", file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", UPLOAD_PATH);
    for (const [name, value] of Object.entries(CONSOLE_HEADERS)) request.setRequestHeader(name, value);
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onShare(total === 0 ? 0 : loaded / total);
    request.onerror = () => reject(new RequestFailure(0, {}));
    request.onload = () => {
      const status = request.response?.status_code ?? request.status;
      if (status === 200) resolve(request.response.data);
      else reject(new RequestFailure(status, request.response ?? {}));
    };
    request.send(form);
  });
}

/** A file's name as a title: no ending, no dashes and underscores. */
export const titleOf = (name: string): string =>
  name
    .replace(/\.\w{1,5}$/, "")
    .replace(/[-_]+/g, " ")
    .trim()
    .slice(0, 500) || name;
