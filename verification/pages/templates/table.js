"use strict";
// The item table: drawn from the page's data, a hundred rows at a time as they are scrolled to.

const data = JSON.parse(document.getElementById("data").textContent);
const CHUNK = 100;
const box = document.getElementById("rows");
const body = document.querySelector("#table tbody");
const headers = [...document.querySelectorAll("#table thead th")];
const field = (id) => document.getElementById(id);
const collator = new Intl.Collator("en", { numeric: true });

let sorting = { column: data.columns.findIndex((column) => column.kind === "rules"), descending: true };
let shown = []; // places in data.items, in the order of the table
let drawn = 0;
let chosen = -1; // a place in data.items

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function rowOf(place) {
  const item = data.items[place];
  const row = element("tr");
  row.dataset.place = place;
  if (place === chosen) row.setAttribute("aria-current", "true");
  data.columns.forEach((column, index) => {
    const cell = element("td", column.kind);
    if (column.kind === "rules" && item.severity) cell.classList.add(item.severity);
    if (column.kind === "holds") cell.classList.add("is-" + item.cells[index]);
    const text = element("bdi", "", item.cells[index]);
    if (column.kind === "name") {
      const link = element("a");
      link.href = "#item-" + item.number;
      link.append(text);
      cell.append(link);
    } else cell.append(text);
    row.append(cell);
  });
  return row;
}

function drawMore(until = drawn + CHUNK) {
  const rows = document.createDocumentFragment();
  for (; drawn < Math.min(until, shown.length); drawn++) rows.append(rowOf(shown[drawn]));
  body.append(rows);
}

function compare(one, other) {
  const a = data.items[one].keys[sorting.column];
  const b = data.items[other].keys[sorting.column];
  if (a === null || b === null) return (a === null) - (b === null) || one - other; // what is not there comes last
  const order = typeof a === "number" ? a - b : collator.compare(a, b);
  return (sorting.descending ? -order : order) || one - other;
}

function haystack(item) {
  item.haystack ??= [item.name, item.question, item.label, ...item.options, item.group, item.split, ...item.rules]
    .join("\n").toLowerCase();
  return item.haystack;
}

function redraw() {
  const words = field("find").value.toLowerCase().split(/\s+/).filter(Boolean);
  const label = field("by-label");
  const rule = field("by-rule").value;
  const broken = field("only-findings").checked;
  shown = [...data.items.keys()].filter((place) => {
    const item = data.items[place];
    return (!label.selectedIndex || item.label === label.value) && (!rule || item.rules.includes(rule))
      && (!broken || item.rules.length) && words.every((word) => haystack(item).includes(word));
  });
  shown.sort(compare);
  body.replaceChildren();
  drawn = 0;
  box.scrollTop = 0;
  drawMore();
  field("none").hidden = shown.length > 0;
  const all = data.items.length;
  const count = (n) => n.toLocaleString("en");
  field("shown").textContent = shown.length === all ? count(all) + (all === 1 ? " item" : " items") : count(shown.length) + " of " + count(all);
  headers.forEach((header, index) => header.setAttribute("aria-sort",
    index !== sorting.column ? "none" : sorting.descending ? "descending" : "ascending"));
  showPosition();
}

document.querySelector("#table thead").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const column = Number(button.dataset.column);
  // Harm and sounds are sought from the top down, everything else from the bottom up.
  const first = ["rules", "mark"].includes(data.columns[column].kind);
  sorting = { column, descending: column === sorting.column ? !sorting.descending : first };
  redraw();
});
for (const id of ["find", "by-label", "by-rule", "only-findings"]) field(id).addEventListener("input", redraw);
box.addEventListener("scroll", () => {
  if (box.scrollTop + box.clientHeight > box.scrollHeight - 600) drawMore();
}, { passive: true });
body.addEventListener("click", (event) => {
  const row = event.target.closest("tr");
  if (row && !event.target.closest("a") && !String(getSelection())) choose(Number(row.dataset.place));
});
