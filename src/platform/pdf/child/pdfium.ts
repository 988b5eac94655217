import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { init } from "@embedpdf/pdfium";

/** The PDFium functions we use, as exported by the WebAssembly module. Pointers are numbers. */
export interface Pdfium {
  malloc(size: number): number;
  free(pointer: number): void;
  FPDF_LoadMemDocument(bytes: number, size: number, password: number): number;
  FPDF_CloseDocument(document: number): void;
  FPDF_GetLastError(): number;
  FPDF_GetPageCount(document: number): number;
  FPDF_GetMetaText(document: number, tag: number, buffer: number, size: number): number;
  FPDF_GetSecurityHandlerRevision(document: number): number;
  FPDFCatalog_GetLanguage(document: number, buffer: number, size: number): number;
  FPDFCatalog_IsTagged(document: number): number;
  FPDFBookmark_GetFirstChild(document: number, bookmark: number): number;
  FPDFBookmark_GetNextSibling(document: number, bookmark: number): number;
  FPDFBookmark_GetTitle(bookmark: number, buffer: number, size: number): number;
  FPDFBookmark_GetDest(document: number, bookmark: number): number;
  FPDFDest_GetDestPageIndex(document: number, destination: number): number;
  FPDF_LoadPage(document: number, index: number): number;
  FPDF_ClosePage(page: number): void;
  FPDF_GetPageWidthF(page: number): number;
  FPDF_GetPageHeightF(page: number): number;
  FPDFPage_GetRotation(page: number): number;
  FPDF_GetPageBoundingBox(page: number, rectangle: number): number;
  FPDFPage_CountObjects(page: number): number;
  FPDFPage_GetObject(page: number, index: number): number;
  FPDFPageObj_GetType(object: number): number;
  FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number;
  FPDFText_LoadPage(page: number): number;
  FPDFText_ClosePage(text: number): void;
  FPDFText_CountChars(text: number): number;
  FPDFText_GetUnicode(text: number, index: number): number;
  FPDFText_GetLooseCharBox(text: number, index: number, rectangle: number): number;
  FPDFText_GetCharAngle(text: number, index: number): number;
  FPDFText_GetTextObject(text: number, index: number): number;
  FPDFTextObj_GetFont(object: number): number;
  FPDFFont_GetBaseFontName(font: number, buffer: number, size: number): number;
  FPDFFont_GetFlags(font: number): number;
  FPDFFont_GetWeight(font: number): number;
  FPDFBitmap_CreateEx(width: number, height: number, format: number, pixels: number, stride: number): number;
  FPDFBitmap_FillRect(
    bitmap: number,
    left: number,
    top: number,
    width: number,
    height: number,
    color: number,
  ): number;
  FPDFBitmap_Destroy(bitmap: number): void;
  FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    left: number,
    top: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ): void;
}

/** A running engine: its functions and views of its memory, which move whenever the memory grows. */
export interface Engine {
  pdfium: Pdfium;
  bytes(): Uint8Array;
  floats(): Float32Array;
}

interface WebAssemblyInstance {
  exports: Pdfium & { memory: { buffer: ArrayBuffer }; PDFiumExt_Init(): void };
}

interface WebAssemblyApi {
  compile(bytes: Uint8Array): Promise<object>;
  Instance: new (module: object, imports: object) => WebAssemblyInstance;
}

// TypeScript's library declares WebAssembly only for browsers; these two calls are all we need.
const { WebAssembly } = globalThis as unknown as { WebAssembly: WebAssemblyApi };

/** Compiles the engine once; each document then gets its own instance, and so its own memory. */
export async function compilePdfium(): Promise<() => Promise<Engine>> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve("@embedpdf/pdfium/pdfium.wasm")));
  const module = await WebAssembly.compile(wasm);
  return () => startEngine(module);
}

async function startEngine(module: object): Promise<Engine> {
  let instance: WebAssemblyInstance | null = null;
  // The package's types omit these hooks of its loader.
  const hooks: object = {
    instantiateWasm(imports: object, ready: (instance: WebAssemblyInstance) => void) {
      instance = new WebAssembly.Instance(module, imports);
      ready(instance);
      return instance.exports;
    },
    print: () => {},
    printErr: () => {},
  };
  await init(hooks);
  return makeEngine(instance);
}

function makeEngine(instance: WebAssemblyInstance | null): Engine {
  if (instance === null) throw new Error("the PDF engine did not start");
  const { exports } = instance;
  exports.PDFiumExt_Init();
  let bytes = new Uint8Array(exports.memory.buffer);
  let floats = new Float32Array(exports.memory.buffer);
  const refresh = () => {
    // Memory that grew has another buffer, and the former one is empty: cheaper to see than to ask for the buffer.
    if (bytes.length > 0) return;
    const { buffer } = exports.memory;
    bytes = new Uint8Array(buffer);
    floats = new Float32Array(buffer);
  };
  return {
    pdfium: exports,
    bytes: () => {
      refresh();
      return bytes;
    },
    floats: () => {
      refresh();
      return floats;
    },
  };
}
