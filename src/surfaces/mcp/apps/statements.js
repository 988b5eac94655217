// Financial statements as tables: every number opens its page.
florin.openView(({ name, statements }) => {
  if (!statements) return florin.addText("p", "The answer is in the text next to this view.");
  if (name) florin.addText("h1", name);
  for (const statement of statements) addTable(statement);
});

function addTable({ title, statement, columns, rows, report_id }) {
  const table = florin.addText("table", "");
  florin.addText("caption", title ?? statement, table);
  const head = florin.addText("tr", "", florin.addText("thead", "", table));
  florin.addText("td", "", head);
  for (const column of columns) florin.addText("th", column.head, head).scope = "col";
  const body = florin.addText("tbody", "", table);
  for (const row of rows) addRow(row, columns, { body, report_id });
}

function addRow({ label, level, role, cells }, columns, { body, report_id }) {
  const row = florin.addText("tr", "", body);
  row.className = role;
  const first = florin.addText("th", label, row);
  first.scope = "row";
  first.style.paddingInlineStart = `${8 + 12 * level}px`;
  for (const [at, column] of columns.entries()) {
    const place = florin.addText("td", "", row);
    const cell = cells.find((one) => one.column === at);
    if (cell?.box)
      florin.addPageButton(cell.text, { ...cell, report: column.report_id ?? report_id, label }, place);
    else place.textContent = cell?.text ?? "";
  }
}
