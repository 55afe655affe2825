"use strict";
// Figures of runs as they change: the server tells them, the page puts them where they belong.
const listen = (address, does) => {
  const source = new EventSource(address);
  source.addEventListener("message", (event) => does(JSON.parse(event.data), source));
  addEventListener("pagehide", () => source.close());
};
const list = document.querySelector("#runs[data-live]");
if (list) {
  listen(list.dataset.live, (facts) => {
    const body = list.tBodies[0];
    const known = new Map([...body.rows].map((row) => [row.dataset.run, row]));
    for (const [name, cells] of Object.entries(facts.rows)) {
      let row = known.get(name);
      if (!row) {
        row = document.createElement("tr");
        row.dataset.run = name;
        body.prepend(row);
      }
      row.innerHTML = cells;
      row.dataset.game = row.cells[1].textContent;
    }
    for (const [name, row] of known) if (!facts.runs.includes(name)) row.remove();
    const games = document.querySelector("form.filter").elements.game;
    const named = new Set([...games.options].map((option) => option.text));
    for (const row of body.rows) {
      if (row.dataset.game && !named.has(row.dataset.game)) {
        named.add(row.dataset.game);
        games.add(new Option(row.dataset.game));
      }
    }
  });
}
const run = document.querySelector("#run[data-live]");
if (run) {
  listen(run.dataset.live, (facts) => {
    for (const place of run.querySelectorAll("[data-told]")) {
      const text = facts.run[place.dataset.told] + (place.classList.contains("answer") ? "." : "");
      if (place.textContent.replace(/\u00a0/g, " ") !== text) place.textContent = text;
    }
    run.querySelector("[data-report]").hidden = !facts.run.has_report;
    if (facts.answer) run.querySelector("[data-answer]").innerHTML = facts.answer;
    for (const form of document.querySelectorAll("form[data-when]")) {
      form.hidden = !form.dataset.when.split(" ").includes(facts.run.status);
    }
  });
}
// A form that is sent again by itself, until what it waits for is done.
const again = document.querySelector("form[data-again]");
if (again) setTimeout(() => again.submit(), 1000 * Number(again.dataset.again));
// Names to choose from are searched as one types; what is chosen stays in sight.
for (const search of document.querySelectorAll("[data-search]")) {
  search.addEventListener("input", () => {
    const wanted = search.value.toLowerCase().split(/\s+/);
    for (const label of document.querySelectorAll(`#${search.dataset.search} label`)) {
      const text = label.textContent.toLowerCase();
      label.hidden = !label.querySelector("input").checked && !wanted.every((word) => text.includes(word));
    }
  });
}
