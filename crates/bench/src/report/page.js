for (const head of document.querySelectorAll("th[data-sort]")) {
  head.addEventListener("click", () => {
    const body = head.closest("table").tBodies[0];
    const column = head.cellIndex;
    const value = (row) => {
      const text = row.cells[column].dataset.value;
      return text === undefined ? Infinity : column === 0 ? text : Number(text);
    };
    const rows = [...body.rows].sort((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0));
    const isSorted = rows.every((row, index) => row === body.rows[index]);
    body.append(...(isSorted ? rows.reverse() : rows));
  });
}
