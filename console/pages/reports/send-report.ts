import { CONSOLE_HEADERS, RequestFailure } from "../../api/request.ts";

const UPLOAD_PATH = "/v1/company_report/upload";

/** Sends a file and tells how much of it has left. `fetch` cannot tell, so this is the older way. */
export function sendReport(file: File, onShare: (share: number) => void): Promise<{ report_id: string }> {
  const form = new FormData();
  form.append("title", titleOf(file.name));
  form.append("file", file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", UPLOAD_PATH);
    for (const [name, value] of Object.entries(CONSOLE_HEADERS)) request.setRequestHeader(name, value);
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onShare(total === 0 ? 0 : loaded / total);
    request.onerror = () => reject(new RequestFailure(0, {}));
    request.onload = () => {
      if (request.status === 200) resolve(request.response.data);
      else reject(new RequestFailure(request.status, request.response ?? {}));
    };
    request.send(form);
  });
}

/** A file's name as a title: no ending, no dashes and underscores. */
const titleOf = (name: string): string =>
  name
    .replace(/\.\w{1,5}$/, "")
    .replace(/[-_]+/g, " ")
    .trim()
    .slice(0, 500) || name;
