"use strict";
// Plays: the table after each move, what is new marked.
let shown = null;
const EVERYBODY = "-1";
const open = (sheet, trace) => {
  shown = { sheet, trace, at: 0, last: Math.max(trace.frames.length, trace.told.length + 1) - 1 };
  $("at").max = shown.last;
  const seats = sheet.seats.map((name, seat) => [String(seat), say("report.as-seen-by", { name })]);
  $("eyes").replaceChildren(...[[EVERYBODY, say("report.all-open")], ...seats].map(([value, words]) => {
    const option = make("option", words);
    option.value = value;
    return option;
  }));
  $("moves").replaceChildren(...trace.told.map((words, number) => {
    const aside = trace.matters && !trace.matters.includes(number + 1) ? "aside" : "";
    const line = make("li", words, trace.loop === number + 1 ? "turns" : aside);
    line.addEventListener("click", () => show(number + 1));
    return line;
  }));
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
const COLOURS = {
  red: "#d0342c", green: "#2e8b57", blue: "#2f6fb5", yellow: "#e0b020", white: "#d9d6cf", purple: "#7b4fa3",
  orange: "#e07b20", brown: "#8a5a36", pink: "#d9679f", black: "#333", gray: "#888", grey: "#888",
};
// What lies on the table, by the names of the reader's language.
const named = (name) => shown.sheet.names[name] || name.replaceAll("-", " ");
const card = (name) => {
  const words = name.split("-");
  const colour = words.find((word) => COLOURS[word]);
  const rest = words.filter((word) => word !== colour).join("-") || name;
  const found = make("span", named(rest), /^\d+$/.test(rest) ? "card number" : "card");
  if (colour) found.style.borderTopColor = COLOURS[colour];
  found.title = named(name);
  return found;
};
const backs = (count) => make("span", String(count), "card back");
const isOpen = (shape, eyes) =>
  eyes === EVERYBODY || shape.view === "seen" || (shape.view === "owner" && String(shape.owner) === eyes);
const faces = (shape, things, eyes) => {
  if (!things.length) return [];
  const top = things[things.length - 1];
  if (isOpen(shape, eyes)) {
    if (shape.shape !== "pile") return things.map(card);
    const below = things.length > 1 ? [make("span", say("report.below", { n: things.length - 1 }), "card below")] : [];
    return [card(top), ...below];
  }
  const seen = shape.view === "top" ? [card(top)] : shape.view === "bottom" ? [card(things[0])] : [];
  return things.length > seen.length ? [...seen, backs(things.length - seen.length)] : seen;
};
const zone = (shape, things, eyes, isNew) => {
  const found = make("div", undefined, `zone ${shape.shape}`);
  // A row before a player is laid like a column, a row of everybody's side by side.
  found.classList.toggle("column", shape.shape === "row" && shape.owner !== null);
  found.classList.toggle("new", isNew);
  found.classList.toggle("empty", !things.length);
  const cards = make("div", undefined, "cards");
  cards.append(...faces(shape, things, eyes));
  found.append(make("b", `${shape.name} (${things.length})`), cards);
  return found;
};
const seated = (sheet) => [...sheet.seats.keys()].slice(1).concat([null, 0]);
const draw = () => {
  const { sheet, trace, at, last } = shown;
  const { zones, amounts } = state(trace, at);
  const frame = trace.frames[at] || { zones: {}, amounts: {} };
  const eyes = $("eyes").value || EVERYBODY;
  $("step").textContent = say("report.step", { at, last });
  $("at").value = at;
  $("told").textContent = at ? `${at}. ${trace.told[at - 1]}` : `${say("report.before")} ${trace.shows}`;
  $("first").disabled = $("previous").disabled = at === 0;
  $("next").disabled = at >= last;
  [...$("moves").children].forEach((line, number) => line.classList.toggle("now", number + 1 === at));
  if (at) $("moves").children[at - 1].scrollIntoView({ block: "nearest" });
  const table = $("table");
  table.replaceChildren();
  // As people sit: the others across, the middle, the first seat nearest.
  for (const owner of seated(sheet)) {
    const seat = make("div", undefined, owner === null ? "seat middle" : "seat");
    const title = make("h3", owner === null ? say("report.on-the-table") : sheet.seats[owner]);
    seat.classList.toggle("turn", owner !== null && frame.player === owner);
    const mine = owner === null ? null : `${sheet.seats[owner]}: `;
    const held = Object.entries(amounts).filter(([name, value]) => {
      const whose = sheet.seats.find((one) => name.startsWith(`${one}: `));
      return value !== null && (mine === null ? whose === undefined : name.startsWith(mine));
    });
    for (const [name, value] of held) {
      const isNew = at > 0 && name in frame.amounts;
      // Where there is much to count, nothing is left out in silence but nothing.
      if (held.length > 10 && !value && !isNew) continue;
      const words = `${mine === null ? name : name.slice(mine.length)} ${value}`.replaceAll("-", " ");
      title.append(make("span", words, isNew ? "amount new" : "amount"));
    }
    const row = make("div", undefined, "zones");
    sheet.table.forEach((shape, number) => {
      const things = zones[number] || [];
      if (shape.owner !== owner || (!things.length && sheet.table.length > 40)) return;
      row.append(zone(shape, things, eyes, at > 0 && String(number) in frame.zones));
    });
    seat.append(title, row);
    table.append(seat);
  }
};
const show = (at) => {
  shown.at = Math.min(Math.max(at, 0), shown.last);
  draw();
};
$("next").addEventListener("click", () => show(shown.at + 1));
$("previous").addEventListener("click", () => show(shown.at - 1));
$("first").addEventListener("click", () => show(0));
$("at").addEventListener("input", () => show(Number($("at").value)));
$("eyes").addEventListener("change", draw);
$("close").addEventListener("click", () => $("play").close());
document.addEventListener("keydown", (event) => {
  if (!$("play").open) return;
  if (event.key === "ArrowRight") show(shown.at + 1);
  if (event.key === "ArrowLeft") show(shown.at - 1);
});
