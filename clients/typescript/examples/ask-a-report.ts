// A number with its page: node clients/typescript/examples/ask-a-report.ts
import { Florin } from "../src/index.ts";

const florin = new Florin({
  baseUrl: process.env["FLORIN_URL"] ?? "http://localhost:8080",
  apiKey: process.env["FLORIN_API_KEY"] ?? "",
});

const [company] = await florin.companies.search({ name: "Haldrewick" });
if (!company) throw new Error("The demo has this company; was the service started with the demo?");
const { reports } = await florin.reports.search({ svc_entity_id: company.svc_entity_id, limit: 10 });
const report = reports.find(({ fiscal_period }) => fiscal_period === "FY");
if (!report) throw new Error(`${company.name} has no annual report`);

const question = "What was the operating margin?";
const { answer, claims } = await florin.reports.ask({ report_id: report.report_id, question });
console.log(`${report.file_title}: ${answer}`);
for (const { expression, page, quote } of claims) {
  console.log(expression === null ? `  page ${page}: “${quote}”` : `  computed as ${expression}`);
}
