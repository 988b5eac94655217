import { Check, Quote } from "lucide-react";
import { useState } from "react";
import { texts } from "../../texts/index.ts";
import { formatWhole } from "../../ui/format.ts";
import { Tool } from "./viewer-tools.tsx";

const { reports: words } = texts;
const SHOWN_MILLISECONDS = 1_500;

interface CitationSource {
  title: string;
  /** The page in view, for a text that is on no page. */
  page: number;
  /** Copied when nothing is selected. */
  fallback: () => Promise<string>;
}

/** Copies the selected text with the report and the page it is from. */
export function CopyCitation({ title, page, fallback }: CitationSource) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    const selection = getSelection();
    const selected = selection?.toString().trim() ?? "";
    const from = selected === "" ? page : (findPage(selection?.anchorNode ?? null) ?? page);
    const text = selected === "" ? await fallback() : selected;
    await navigator.clipboard.writeText(words.citation(text, title, formatWhole(from)));
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), SHOWN_MILLISECONDS);
  };
  return (
    <Tool
      label={isCopied ? texts.ui.copied : words.copyCitation}
      icon={isCopied ? <Check size={17} aria-hidden /> : <Quote size={17} aria-hidden />}
      onClick={() => void copy()}
    />
  );
}

function findPage(node: Node | null): number | null {
  const element = node instanceof Element ? node : node?.parentElement;
  const id = element?.closest("[id^=page-]")?.id;
  return id === undefined ? null : Number(id.slice("page-".length));
}
