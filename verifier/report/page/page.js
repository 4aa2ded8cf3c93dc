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
// Our own words in the reader's language, `{...}` filled in.
const say = (key, holes = {}) =>
  data.words[key].replace(/\{(\w+)\}/g, (whole, name) => (name in holes ? String(holes[name]) : whole));
const count = (key, n) =>
  say(`${key}-${n === 1 || (n === 0 && data.lang === "fr") ? "one" : "other"}`, { n });
const called = (word) => say(word === "acknowledged" ? "report.acknowledged" : `verdict.${word}`);
const words = (finding) => {
  const verdict = called(look(finding));
  return finding.checked === false ? say("sheet.unchecked", { verdict }) : verdict;
};
const pill = (words, name) => make("span", words, `pill ${name}`);

const warnings = data.changed.map((name) => say("report.changed", { name }));
if (data.partial) warnings.unshift(say("report.partial"));
if (warnings.length) {
  $("warning").textContent = warnings.join(" ");
  $("warning").hidden = false;
}

// The matrix: health properties one by one, claims counted.
const fits = { invariants: "invariant", witnesses: "witness", measures: "measure" };
const of = (sheet, name) =>
  sheet.findings.filter((one) => (fits[name] ? one.kind === fits[name] : one.property === name));
const columns = [...Object.keys(data.health), "invariants", "witnesses", "measures", "scenarios"].filter((name) =>
  data.sheets.some((sheet) => of(sheet, name).length));
const order = ["refuted", "unknown", "acknowledged", "tested", "exhausted", "proved"];
const counted = (findings) => order
  .map((word) => [word, findings.filter((one) => look(one) === word).length])
  .filter(([, number]) => number);
const everything = data.sheets.flatMap((sheet) => sheet.findings);
for (const [word, number] of counted(everything)) $("summary").append(pill(`${number} ${called(word)}`, word));
const head = $("matrix").createTHead().insertRow();
head.append(make("th", say("report.rule-set")));
for (const name of columns) {
  const cell = make("th", fits[name] || name === "scenarios" ? say(`report.${name}`) : name.replaceAll("-", " "));
  cell.title = data.health[name] || "";
  head.append(cell);
}
const body = $("matrix").createTBody();
let game = null;
data.sheets.forEach((sheet, number) => {
  const [first, ...overlays] = sheet.ruleset.split("+");
  if (first !== game) {
    game = first;
    const row = body.insertRow();
    row.className = "game";
    row.append(make("th", game));
    const rest = make("td");
    rest.colSpan = columns.length;
    row.append(rest);
  }
  const row = body.insertRow();
  const name = make("th", overlays.map((one) => `+ ${one} `).join(""));
  name.append(make("span", count("report.players", sheet.players), "players"));
  row.append(name);
  for (const column of columns) {
    const mine = of(sheet, column);
    const cell = make("td", undefined, "cell");
    if (mine.length === 1 && !fits[column]) {
      cell.append(pill(words(mine[0]), look(mine[0])));
      cell.title = `${mine[0].method}: ${mine[0].detail}`;
    } else {
      for (const [word, number] of counted(mine)) cell.append(pill(`${number} ${called(word)}`, word), " ");
    }
    cell.addEventListener("click", () => {
      const target = $(`sheet${number}`);
      target.open = true;
      (target.querySelector(`[data-property="${column}"]`) || target).scrollIntoView({ behavior: "smooth" });
    });
    row.append(cell);
  }
});

// Every finding, rule set by rule set.
const folded = (key, list, kind = "div") => {
  const more = make("details", undefined, "more");
  more.append(make("summary", count(key, list.length)), ...list.map((one) => make(kind, one)));
  return more;
};
data.sheets.forEach((sheet, number) => {
  const box = make("details", undefined, "sheet");
  box.id = `sheet${number}`;
  box.open = data.sheets.length === 1;
  const top = make("summary");
  top.append(make("h2", `${sheet.ruleset}, ${count("report.players", sheet.players)}`));
  for (const [word, number] of counted(sheet.findings)) top.append(pill(`${number} ${called(word)}`, word));
  box.append(top);
  for (const finding of sheet.findings) {
    const row = make("div", undefined, "finding");
    row.dataset.property = finding.property;
    const name = make("div", finding.property.replaceAll("-", " "), "name");
    if (data.health[finding.property]) name.append(make("div", data.health[finding.property], "means"));
    if (finding.place) name.append(make("div", finding.place, "place"));
    const verdict = make("div");
    verdict.append(pill(words(finding), look(finding)));
    const detail = make("div", finding.detail);
    detail.append(make("div", `${finding.method}, ${finding.seconds.toFixed(2)} s`, "method"));
    if (finding.acknowledged) detail.append(make("div", say("report.reason", { reason: finding.acknowledged }), "reason"));
    if (finding.listed) detail.append(folded("report.items", finding.listed));
    if (finding.helpers) detail.append(folded("report.helpers", finding.helpers, "pre"));
    if (finding.trace) {
      const button = make("button", count("report.step-through", finding.trace.told.length), "step-through");
      button.addEventListener("click", () => open(sheet, finding.trace));
      const link = make("a", say("report.play-it"), "play-it");
      link.href = finding.trace.link;
      detail.append(make("div"), button, " ", link);
    }
    row.append(name, verdict, detail);
    box.append(row);
  }
  $("details").append(box);
});
