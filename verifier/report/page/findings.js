"use strict";
// A text on one side, findings about it on the other. Everything foreign is put in as text, never as markup.
const data = JSON.parse(document.getElementById("data").textContent);
const say = (english) => data.words[english] || english;
const at = (id) => document.getElementById(id);
const ORDER = data.statuses.map((each) => each.id);

function make(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

// --- decisions: kept in this browser, and in files

const PLACE = "rulewright/" + data.store;
let decisions = { ...data.decisions };

function remembered() {
  try { return JSON.parse(localStorage.getItem(PLACE)) || {}; } catch { return {}; }
}

function remember() {
  try { localStorage.setItem(PLACE, JSON.stringify(decisions)); } catch { /* a browser that keeps nothing */ }
  showProgress();
}

function decide(finding, change) {
  const now = { choice: "", note: "", ...decisions[finding.key], ...change };
  if (now.choice || now.note) decisions[finding.key] = now; else delete decisions[finding.key];
  remember();
  dress(finding);
}

function fileOfDecisions() {
  const rows = data.findings.filter((each) => decisions[each.key]).map((each) => ({
    key: each.key, choice: decisions[each.key].choice, note: decisions[each.key].note || "",
    claim: each.name, status: each.status,
  }));
  return JSON.stringify({ schema: "rulewright/decisions/1", of: data.of, decisions: rows }, null, 1) + "\n";
}

function saveDecisions() {
  const link = make("a");
  link.href = URL.createObjectURL(new Blob([fileOfDecisions()], { type: "application/json" }));
  link.download = data.file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

async function loadDecisions(file) {
  try {
    const found = JSON.parse(await file.text());
    if (found.schema !== "rulewright/decisions/1") throw new Error();
    for (const row of found.decisions) {
      if (typeof row.key === "string" && ["", "accepted", "false alarm"].includes(row.choice)) {
        decisions[row.key] = { choice: row.choice, note: String(row.note || "") };
      }
    }
    remember();
    data.findings.forEach(dress);
  } catch { tell(say("this is no file of decisions")); }
}

function tell(words) {
  at("said").textContent = words;
  setTimeout(() => { at("said").textContent = ""; }, 4000);
}

function showProgress() {
  const open = data.findings.filter((each) => each.asked);
  const done = open.filter((each) => decisions[each.key] && decisions[each.key].choice).length;
  at("progress").textContent = say("decided: {done} of {all}").replace("{done}", done).replace("{all}", open.length);
}

// --- the text

const cards = new Map(), pieces = new Map(), about = new Map();

function showText() {
  data.findings.forEach((finding) => finding.pieces.forEach((id) => {
    about.set(id, [...(about.get(id) || []), finding]);
  }));
  at("text").lang = data.textLang;
  for (const piece of data.pieces) {
    const own = about.get(piece.id) || [];
    const made = make("span", [piece.heading ? "heading" : "", piece.caption ? "block" : ""].join(" ").trim());
    if (piece.caption) made.append(make("span", "caption", piece.caption));
    for (const [text, isMarked] of piece.parts) made.append(isMarked ? make("mark", "", text) : text);
    if (own.length) {
      made.classList.add("piece");
      made.tabIndex = 0;
      made.setAttribute("role", "button");
      made.addEventListener("mouseenter", () => light(own, [piece.id]));
      made.addEventListener("mouseleave", relight);
      made.addEventListener("focus", () => light(own, [piece.id]));
      made.addEventListener("click", () => open(own));
      made.addEventListener("keydown", (event) => { if (event.key === "Enter") open(own); });
      pieces.set(piece.id, made);
    }
    at("text").append(made);
  }
}

function open(findings) {
  const first = findings.find(isShown) || findings[0];
  if (!isShown(first)) { shown.add(first.status); showFilters(); filter(); }
  showTab("findings");
  select(first, false);
}

// --- the findings

function showFindings() {
  for (const finding of data.findings) {
    const card = make("article", "finding");
    card.dataset.status = finding.status;
    card.tabIndex = -1;
    const head = make("div", "head");
    head.append(make("span", "chip", labelOf(finding.status)), make("span", "name", finding.name));
    if (finding.effect) head.append(make("span", "effect", finding.effect));
    card.append(head, ...finding.rows.map(row));
    if (finding.asked) card.append(choices(finding));
    card.addEventListener("mouseenter", () => light([finding], finding.pieces));
    card.addEventListener("mouseleave", relight);
    card.addEventListener("click", (event) => {
      if (!event.target.closest("button, textarea, summary")) select(finding, true);
    });
    cards.set(finding, card);
    at("findings").append(card);
    dress(finding);
  }
  at("findings").append(make("p", "none", say("nothing to show with this filter")));
}

function row(each) {
  const folds = each.kind === "formal" || each.kind === "play";
  const made = make(folds ? "details" : "div", "row " + each.kind);
  if (each.kind === "play") made.open = true;
  made.append(make(folds ? "summary" : "span", "label", each.label), make(folds ? "pre" : "div", "words", each.words));
  if (each.lang) made.lastChild.lang = each.lang;
  return made;
}

function choices(finding) {
  const made = make("div", "decide");
  for (const [choice, words] of [["accepted", "accept"], ["false alarm", "false alarm"]]) {
    const button = make("button", "", say(words));
    button.dataset.choice = choice;
    button.addEventListener("click", () => choose(finding, choice));
    made.append(button);
  }
  const note = make("textarea");
  note.placeholder = say("your note");
  note.setAttribute("aria-label", say("your note"));
  note.addEventListener("input", () => decide(finding, { note: note.value }));
  made.append(note);
  if (finding.pieces.length) {
    const back = make("button", "back", say("show in the text"));
    back.addEventListener("click", () => { showTab("text"); select(finding, true); });
    made.append(back);
  }
  return made;
}

function choose(finding, choice) {
  const now = decisions[finding.key];
  decide(finding, { choice: now && now.choice === choice ? "" : choice });
}

function dress(finding) {
  const card = cards.get(finding), now = decisions[finding.key] || { choice: "", note: "" };
  card.classList.toggle("quiet", now.choice === "false alarm");
  card.querySelectorAll("[data-choice]").forEach((button) => {
    button.setAttribute("aria-pressed", String(button.dataset.choice === now.choice));
  });
  const note = card.querySelector("textarea");
  if (note && note.value !== now.note) note.value = now.note || "";
  finding.pieces.forEach(colour);
}

// --- what is shown, what is lit

const shown = new Set(data.statuses.filter((each) => each.shown).map((each) => each.id));
const labelOf = (status) => data.statuses.find((each) => each.id === status).label;
const isShown = (finding) => shown.has(finding.status);
const speaks = (finding) => (decisions[finding.key] || {}).choice !== "false alarm";
let selected = null;

function colour(id) {
  const made = pieces.get(id), own = (about.get(id) || []).filter(isShown);
  if (!made) return;
  const worst = own.filter(speaks).sort((one, two) => ORDER.indexOf(one.status) - ORDER.indexOf(two.status))[0];
  if (worst) made.dataset.status = worst.status; else delete made.dataset.status;
  made.classList.toggle("quiet", !worst && own.length > 0);
}

function showFilters() {
  const made = data.statuses.filter((each) => each.count).map((each) => {
    const button = make("button", "chip", `${each.label} ${each.count}`);
    button.dataset.status = each.id;
    button.setAttribute("aria-pressed", String(shown.has(each.id)));
    button.addEventListener("click", () => {
      if (!shown.delete(each.id)) shown.add(each.id);
      showFilters();
      filter();
    });
    return button;
  });
  const all = make("button", "", say("all"));
  all.addEventListener("click", () => { ORDER.forEach((each) => shown.add(each)); showFilters(); filter(); });
  at("filters").replaceChildren(...made, all);
}

function filter() {
  for (const [finding, card] of cards) card.hidden = !isShown(finding);
  document.querySelector(".none").hidden = data.findings.some(isShown);
  pieces.forEach((_, id) => colour(id));
}

function light(findings, ids) {
  document.querySelectorAll(".lit").forEach((each) => each.classList.remove("lit"));
  findings.forEach((each) => cards.get(each).classList.add("lit"));
  ids.forEach((id) => { if (pieces.has(id)) pieces.get(id).classList.add("lit"); });
}

function relight() {
  if (selected) light([selected], selected.pieces); else light([], []);
}

function select(finding, scrollText) {
  selected = finding;
  relight();
  cards.get(finding).scrollIntoView({ block: "nearest" });
  cards.get(finding).focus({ preventScroll: true });
  const first = pieces.get(finding.pieces[0]);
  if (first && (scrollText || window.innerWidth > 800)) first.scrollIntoView({ block: "center" });
}

function step(by) {
  const list = data.findings.filter(isShown);
  if (!list.length) return;
  const now = list.indexOf(selected);
  showTab("findings");
  select(list[now < 0 ? 0 : Math.max(0, Math.min(list.length - 1, now + by))], false);
}

function showTab(name) {
  document.body.dataset.tab = name;
  for (const each of ["text", "findings"]) at("tab-" + each).setAttribute("aria-selected", String(each === name));
}

// --- keys

const KEYS = [["j", "next finding"], ["k", "previous finding"], ["a", "accept"], ["f", "false alarm"], ["n", "write a note"], ["?", "this list"]];

function showHelp() {
  at("help").querySelector("dl").replaceChildren(...KEYS.flatMap(([key, words]) => [make("dt", "", key), make("dd", "", say(words))]));
  at("help").showModal();
}

document.addEventListener("keydown", (event) => {
  if (event.target.closest("textarea, input")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || at("help").open) return;
  const asked = selected && selected.asked;
  if (event.key === "j") step(1);
  else if (event.key === "k") step(-1);
  else if (event.key === "a" && asked) choose(selected, "accepted");
  else if (event.key === "f" && asked) choose(selected, "false alarm");
  else if (event.key === "n" && asked) cards.get(selected).querySelector("textarea").focus();
  else if (event.key === "?") showHelp();
  else return;
  event.preventDefault();
});

// --- everything together

document.title = data.title;
at("title").textContent = data.title;
at("subtitle").textContent = data.subtitle;
at("notices").textContent = data.notices.join(" ");
for (const [id, words] of [["save", "save decisions"], ["load", "load decisions"]]) at(id).textContent = say(words);
at("keys").title = say("keys");
at("keys").setAttribute("aria-label", say("keys"));
at("tab-text").textContent = data.textTitle;
at("tab-findings").textContent = say("the findings");
at("text").setAttribute("aria-label", data.textTitle);
at("findings").setAttribute("aria-label", say("the findings"));
at("help").querySelector("h2").textContent = say("keys");
at("help").querySelector("p").textContent = say(data.about);
at("help").querySelector("button").textContent = say("close");
at("save").addEventListener("click", saveDecisions);
at("load").addEventListener("click", () => at("file").click());
at("file").addEventListener("change", (event) => { if (event.target.files[0]) loadDecisions(event.target.files[0]); event.target.value = ""; });
at("keys").addEventListener("click", showHelp);
at("tab-text").addEventListener("click", () => showTab("text"));
at("tab-findings").addEventListener("click", () => showTab("findings"));
decisions = { ...decisions, ...remembered() };
showText();
showFindings();
showFilters();
filter();
showTab("findings");
showProgress();
