import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from "pdfjs-dist";
import workerUrl from "pdfjs-dist/build/pdf.worker.min.mjs?url";

GlobalWorkerOptions.workerSrc = workerUrl;

const PARTS = `${import.meta.env.BASE_URL}pdf`;

export interface OpenPdf {
  document: PDFDocumentProxy;
  /** Width and height of every page in points. */
  sizes: { width: number; height: number }[];
}

/** Opens a document in its own worker. Half of real filings are encrypted with an empty password. */
export async function openPdf(url: string, signal: AbortSignal): Promise<OpenPdf> {
  const task = getDocument({
    url,
    password: "",
    cMapUrl: `${PARTS}/cmaps/`,
    standardFontDataUrl: `${PARTS}/standard_fonts/`,
    iccUrl: `${PARTS}/iccs/`,
    wasmUrl: `${PARTS}/wasm/`,
    // The console's content security policy allows no compilation at run time; plain JavaScript does the
    // same, slower.
    useWasm: false,
  });
  signal.addEventListener("abort", () => void task.destroy());
  const document = await task.promise;
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, (_none, index) => document.getPage(index + 1)),
  );
  const sizes = pages.map((page) => {
    const { width, height } = page.getViewport({ scale: 1 });
    return { width, height };
  });
  return { document, sizes };
}
