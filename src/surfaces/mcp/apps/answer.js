// The answer to a question about a report, with its numbers and the page of each.
florin.openView(({ answer, claims, request_params }) => {
  florin.addText("p", answer).className = "answer";
  const found = claims.filter(({ page, box }) => page !== null && box !== null);
  if (found.length === 0) return;
  const list = florin.addText("ul", "");
  for (const { label, value, unit, scale, period, page, box, quote } of found) {
    const item = florin.addText("li", "", list);
    const amount = [value?.toLocaleString(), scale === "one" ? null : scale, unit].filter(Boolean).join(" ");
    const place = { report: request_params.report_id, page, box, label };
    florin.addPageButton(`${[label, period].filter(Boolean).join(", ")}: ${amount}`, place, item);
    florin.addText("small", `page ${page}: “${quote}”`, item);
  }
});
