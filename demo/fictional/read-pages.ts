import { readFileSync } from "node:fs";
import { init } from "@embedpdf/pdfium";

export interface ReadDocument {
  pages: string[];
  title: string;
  tagged: boolean;
  hasOutline: boolean;
}

/** Reads a PDF back with a second program than the one that wrote it: the text of each page, without spaces. */
export async function openReader(): Promise<(pdf: Buffer) => ReadDocument> {
  const wasm = readFileSync(new URL(import.meta.resolve("@embedpdf/pdfium/pdfium.wasm")));
  // A slice of its own: a Buffer may share its memory with others.
  const library = await init({ wasmBinary: new Uint8Array(wasm).buffer });
  library.PDFiumExt_Init();
  const { malloc, free } = library.pdfium.wasmExports;
  // The package describes the engine's memory by types of a compiler that is not installed here.
  const memory = library.pdfium as unknown as { HEAPU8: Uint8Array };

  const textOf = (document: number, index: number): string => {
    const page = library.FPDF_LoadPage(document, index);
    const textPage = library.FPDFText_LoadPage(page);
    const count = library.FPDFText_CountChars(textPage);
    let text = "";
    for (let at = 0; at < count; at++)
      text += String.fromCodePoint(library.FPDFText_GetUnicode(textPage, at));
    library.FPDFText_ClosePage(textPage);
    library.FPDF_ClosePage(page);
    return squeeze(text);
  };

  const titleOf = (document: number): string => {
    const bytes = library.FPDF_GetMetaText(document, "Title", 0, 0);
    const pointer = malloc(bytes);
    library.FPDF_GetMetaText(document, "Title", pointer, bytes);
    const title = library.pdfium.UTF16ToString(pointer);
    free(pointer);
    return title;
  };

  return (pdf) => {
    const pointer = malloc(pdf.length);
    memory.HEAPU8.set(pdf, pointer);
    const document = library.FPDF_LoadMemDocument(pointer, pdf.length, "");
    if (document === 0) throw new Error("the file cannot be opened");
    const pages = Array.from({ length: library.FPDF_GetPageCount(document) }, (_, index) =>
      textOf(document, index),
    );
    const read = {
      pages,
      title: titleOf(document),
      tagged: library.FPDFCatalog_IsTagged(document),
      hasOutline: library.FPDFBookmark_GetFirstChild(document, 0) !== 0,
    };
    library.FPDF_CloseDocument(document);
    free(pointer);
    return read;
  };
}

/** Spaces and ligatures differ between what was set and what is read; the rest must not. */
export function squeeze(text: string): string {
  return text.normalize("NFKC").replace(/[\s\p{C}]+/gu, "");
}
