"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const make = (tag, text, name) => {
  const found = document.createElement(tag);
  if (text !== undefined) found.textContent = text;
  if (name) found.className = name;
  return found;
};
const look = (finding) => (finding.acknowledged ? "acknowledged" : finding.verdict);

const counts = Object.entries(data.summary).filter(([, count]) => count);
$("summary").textContent = counts.map(([word, count]) => `${count} ${word}`).join(", ");
const warnings = data.changed.map((name) => `The rules of ${name} changed while they were verified.`);
if (data.partial) warnings.unshift("Partial: the work was interrupted before everything was done.");
if (warnings.length) {
  $("warning").textContent = warnings.join(" ");
  $("warning").hidden = false;
}

// The matrix: health properties one by one, claims counted.
const columns = [...Object.keys(data.health), "invariants", "witnesses", "scenarios"];
const fits = { invariants: "invariant", witnesses: "witness" };
const order = ["refuted", "unknown", "tested", "exhausted", "proved"];
const head = $("matrix").createTHead().insertRow();
head.append(make("th", "rule set"), make("th", "players"));
for (const name of columns) {
  const cell = make("th", name, "turned");
  cell.title = data.health[name] || "";
  head.append(cell);
}
const body = $("matrix").createTBody();
data.sheets.forEach((sheet, number) => {
  const row = body.insertRow();
  row.append(make("th", sheet.ruleset), make("td", sheet.players));
  for (const name of columns) {
    const mine = sheet.findings.filter((one) => (fits[name] ? one.kind === fits[name] : one.property === name));
    const cell = make("td", "", "cell");
    if (mine.length === 1 && !fits[name]) {
      cell.textContent = mine[0].verdict;
      cell.classList.add(look(mine[0]));
      cell.title = `${mine[0].method}: ${mine[0].detail}`;
    } else if (mine.length) {
      const kinds = order.filter((verdict) => mine.some((one) => one.verdict === verdict));
      cell.textContent = kinds.map((v) => `${mine.filter((one) => one.verdict === v).length} ${v}`).join(", ");
      cell.classList.add(kinds[0]);
    }
    cell.addEventListener("click", () => $(`sheet${number}`).scrollIntoView({ behavior: "smooth" }));
    row.append(cell);
  }
});

// Every finding, rule set by rule set.
data.sheets.forEach((sheet, number) => {
  const title = make("h2", `${sheet.ruleset}, ${sheet.players} players`);
  title.id = `sheet${number}`;
  const table = make("table");
  const top = table.createTHead().insertRow();
  for (const name of ["property", "verdict", "method", "seconds", "detail"]) top.append(make("th", name));
  const rows = table.createTBody();
  for (const finding of sheet.findings) {
    const row = rows.insertRow();
    row.dataset.property = finding.property;
    const name = make("td", finding.property);
    if (finding.place) name.append(make("div", finding.place, "place"));
    const detail = make("td", finding.detail);
    if (finding.acknowledged) detail.append(make("div", `acknowledged: ${finding.acknowledged}`));
    for (const [word, list] of [["list", finding.listed], ["helper invariants", finding.helpers]]) {
      if (!list) continue;
      const more = make("details");
      more.append(make("summary", `${list.length}: ${word}`));
      for (const one of list) more.append(make("div", one));
      detail.append(more);
    }
    if (finding.trace) {
      const button = make("button", `step through ${finding.trace.told.length} moves`, "step-through");
      button.addEventListener("click", () => open(sheet, finding.trace));
      detail.append(make("div"), button);
    }
    row.append(name, make("td", finding.verdict, look(finding)), make("td", finding.method));
    row.append(make("td", finding.seconds.toFixed(2)), detail);
  }
  const wide = make("div", undefined, "wide");
  wide.append(table);
  $("details").append(title, wide);
});

// Plays: the table after each move, what is new marked.
let shown = null;
const open = (sheet, trace) => {
  shown = { sheet, trace, at: 0 };
  $("play").showModal();
  draw();
};
const state = (trace, at) => {
  const zones = {}, amounts = {};
  for (const frame of trace.frames.slice(0, at + 1)) {
    Object.assign(zones, frame.zones);
    Object.assign(amounts, frame.amounts);
  }
  return { zones, amounts };
};
const COLOURS = ["red", "green", "blue", "yellow", "white", "purple", "orange", "brown", "pink", "black", "gray"];
const card = (name) => {
  const found = make("span", name.replaceAll("-", " "), "card");
  const colour = COLOURS.find((word) => name.split("-").includes(word));
  if (colour) found.style.borderBottom = `4px solid ${colour}`;
  return found;
};
const zone = (shape, things, isNew) => {
  const found = make("div", undefined, isNew ? "zone new" : "zone");
  found.append(make("b", `${shape.name} (${things.length})`));
  const cards = make("div", undefined, "cards");
  if (shape.shape === "pile" && things.length > 1) {
    cards.append(card(things[things.length - 1]), make("span", `${things.length - 1} below`, "card count"));
  } else {
    for (const name of things) cards.append(card(name));
  }
  found.append(cards);
  return found;
};
const draw = () => {
  const { sheet, trace, at } = shown;
  const { zones, amounts } = state(trace, at);
  const frame = trace.frames[at] || { zones: {}, amounts: {} };
  const last = Math.max(trace.frames.length, trace.told.length + 1) - 1;
  $("step").textContent = `${at} of ${last}`;
  const back = trace.loop === at ? " (here the circle begins)" : "";
  $("told").textContent = at ? `${at}. ${trace.told[at - 1]}${back}` : `The table before the first move. ${trace.shows}`;
  $("first").disabled = $("previous").disabled = at === 0;
  $("next").disabled = at >= last;
  const table = $("table");
  table.replaceChildren();
  for (const owner of [null, ...sheet.seats.keys()]) {
    const seat = make("div", undefined, "seat");
    seat.append(make("b", owner === null ? "in the middle" : sheet.seats[owner]));
    if (owner !== null && frame.player === owner) seat.classList.add("turn");
    const row = make("div", undefined, "zones");
    sheet.table.forEach((shape, number) => {
      const things = zones[number] || [];
      if (shape.owner !== owner || (!things.length && sheet.table.length > 40)) return;
      row.append(zone(shape, things, at > 0 && String(number) in frame.zones));
    });
    seat.append(row);
    table.append(seat);
  }
  const list = make("p", undefined, "amounts");
  for (const [name, value] of Object.entries(amounts)) {
    if (value === null) continue;
    list.append(make("span", `${name} ${value}`, at > 0 && name in frame.amounts ? "new" : ""));
  }
  table.append(list);
};
const go = (by) => {
  const last = Math.max(shown.trace.frames.length, shown.trace.told.length + 1) - 1;
  shown.at = Math.min(Math.max(shown.at + by, 0), last);
  draw();
};
$("next").addEventListener("click", () => go(1));
$("previous").addEventListener("click", () => go(-1));
$("first").addEventListener("click", () => go(-Infinity));
$("close").addEventListener("click", () => $("play").close());
document.addEventListener("keydown", (event) => {
  if (!$("play").open) return;
  if (event.key === "ArrowRight") go(1);
  if (event.key === "ArrowLeft") go(-1);
});
