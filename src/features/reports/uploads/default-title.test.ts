import { describe, expect, it } from "vitest";
import { defaultTitle } from "./default-title.ts";

const html = (content: string, encoding: BufferEncoding = "utf8") => Buffer.from(content, encoding);
const HTML = { fileName: "acme-2024-12-31-en.xhtml", contentType: "text/html" };
const PDF = { fileName: "Annual_report-2024.pdf", contentType: "application/pdf" };

describe("the title of a report that is uploaded without one", () => {
  it.each([
    ["<html><head><title>Acme &amp; Sons\n  Annual report</title></head>", "Acme & Sons Annual report"],
    ['<?xml version="1.0"?><html><head><title>Société</title></head><body><title>No</title>', "Société"],
    ["<html><head><title> </title></head>", "acme 2024-12-31 en"],
    ["<html><body><p>Acme</p>", "acme 2024-12-31 en"],
    ["<html><head><title>Half of a ti", "Half of a ti"],
  ])("is that of the HTML file %j", (content, title) => {
    expect(defaultTitle(html(content), HTML)).toBe(title);
  });

  it("is read in the encoding of the file", () => {
    const content = '<html><head><meta charset="iso-8859-1"><title>Geschäftsbericht</title>';
    expect(defaultTitle(html(content, "latin1"), HTML)).toBe("Geschäftsbericht");
  });

  it.each([
    ["Annual_report-2024.pdf", "Annual report 2024"],
    ["2024-03-01.pdf", "2024-03-01"],
    ["___.pdf", "Report"],
    ["", "Report"],
  ])("is the name of a PDF file: %s", (fileName, title) => {
    expect(defaultTitle(Buffer.from("%PDF-1.7"), { ...PDF, fileName })).toBe(title);
  });
});
