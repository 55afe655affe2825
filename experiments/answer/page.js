"use strict";
// Tables are sorted by a click on a heading: numbers the largest first, then turned round; what is empty stays last.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  [...table.tHead.rows[0].cells].forEach((heading, column) => {
    if (heading.textContent === "") return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => {
      const number = heading.classList.contains("number");
      const before = heading.getAttribute("aria-sort");
      const up = before ? before === "descending" : !number;
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", up ? "ascending" : "descending");
      const key = (row) => (number ? row.cells[column].dataset.value : row.cells[column].textContent);
      const compare = (a, b) => (number ? a - b : a.localeCompare(b, "en", { numeric: true }));
      const rows = [...body.rows].sort((a, b) => {
        const [one, other] = [key(a), key(b)];
        if (!one || !other) return Number(!one) - Number(!other);
        return up ? compare(one, other) : compare(other, one);
      });
      body.append(...rows);
    });
  });
}
// A list of runs is filtered by game and by words.
const filter = document.querySelector("form.filter");
if (filter) {
  const show = () => {
    const game = filter.elements.game.value;
    const words = filter.elements.words.value.toLowerCase().split(/\s+/);
    for (const row of document.querySelectorAll("#runs tbody tr")) {
      const text = row.textContent.toLowerCase();
      row.hidden = (game && row.dataset.game !== game) || !words.every((word) => text.includes(word));
    }
  };
  filter.addEventListener("input", show);
  filter.addEventListener("submit", (event) => event.preventDefault());
  filter.hidden = false;
}
