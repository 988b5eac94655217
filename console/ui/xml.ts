/** What the files of Office programs begin with. */
export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

const ENTITIES: Readonly<Record<string, string>> = { "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" };

/** Control characters are not allowed in XML, not even escaped. */
export const escapeXml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replace(/[<>&"]/g, (letter) => ENTITIES[letter] ?? letter);
