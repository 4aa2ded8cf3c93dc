// The menu on a small screen, the light, the contents that follow, and a search that needs no server.
const root = document.documentElement;
const $ = (selector, from = document) => from.querySelector(selector);

const menu = $("button.menu");
menu.addEventListener("click", () => {
  const open = document.body.classList.toggle("menu-open");
  menu.setAttribute("aria-expanded", String(open));
});
$(".page").addEventListener("click", (event) => {
  if (document.body.classList.contains("menu-open") && !event.target.closest("#side")) menu.click();
});
// The page that is open should be seen in a long list of pages.
const here = $(".side [aria-current]");
if (here) {
  const side = $(".side");
  side.scrollTop = here.getBoundingClientRect().top - side.getBoundingClientRect().top - side.clientHeight / 3;
}

$("button.light").addEventListener("click", () => {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = root.dataset.light || (dark ? "dark" : "light");
  root.dataset.light = now === "dark" ? "light" : "dark";
  try { localStorage.setItem("light", root.dataset.light); } catch { /* no memory */ }
});

const links = new Map([...document.querySelectorAll(".toc a")].map((a) => [decodeURIComponent(a.hash.slice(1)), a]));
function mark(id) {
  for (const link of links.values()) link.classList.remove("now");
  links.get(id)?.classList.add("now");
}
const spy = new IntersectionObserver((seen) => {
  for (const each of seen) if (each.isIntersecting) mark(each.target.id);
}, { rootMargin: "-10% 0px -75% 0px" });
const headings = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
for (const heading of headings) spy.observe(heading);

// What is linked to opens, so that its text is seen, and its section is marked at once: near the end of a page no scrolling would.
function reveal() {
  const [id, version] = decodeURIComponent(location.hash.slice(1)).split("@");
  const target = id && document.getElementById(id);
  if (!target) return;
  target.closest("details")?.setAttribute("open", "");
  const before = (heading) => heading === target || heading.contains(target)
    || heading.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING;
  const section = headings.filter(before).at(-1);
  if (section) mark(section.id);
  if (version !== undefined) showVersion(target, version);
}

// A permalink holds the version of a rule: the page goes there, and says so if the rule has changed since.
function showVersion(target, version) {
  for (const each of document.querySelectorAll(".rule.linked")) each.classList.remove("linked");
  for (const each of document.querySelectorAll(".rule > .changed")) each.remove();
  target.classList.add("linked");
  target.scrollIntoView();
  const now = target.dataset.version;
  if (now === undefined || now === version) return;
  const note = document.createElement("p");
  note.className = "changed";
  note.textContent = root.dataset.changed.replace("{old}", version).replace("{new}", now);
  target.prepend(note);
}
addEventListener("hashchange", reveal);
reveal();

// --- search: the index is a script, so that it loads from a file as well as from a server
const box = $(".find input");
const list = $(".find ol");
const plain = (text) => text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "");
let entries = null, loading = false;

function load() {
  if (loading) return;
  loading = true;
  const script = document.createElement("script");
  script.src = `${root.dataset.root}/assets/search.js`;
  script.onload = () => {
    entries = self.searchIndex.map(([page, title, url, lang, words]) => (
      { page, title, url, lang, words, head: plain(title), all: plain(`${page} ${title} ${words}`) }
    ));
    find();
  };
  document.head.append(script);
}

// What is found in the game and the language of this page stands first, the game itself before its variants.
const game = /\/games\/\w+\/([\w-]+)\//.exec(location.pathname)?.[1];
const nearness = (entry) =>
  (entry.lang === root.lang ? 20 : 0) + (game && entry.url.split("/")[2] === game ? 15 : 0) +
  (entry.url.includes("/variants.html") ? 0 : 5);

// The first sentence with the most of the words, each of them marked.
function sentence(entry, words) {
  const wanted = (text) => words.some((word) => plain(text).includes(word));
  const count = (text) => words.filter((word) => plain(text).includes(word)).length;
  const found = entry.words.split(/(?<=[.!?:]) /).sort((a, b) => count(b) - count(a))[0];
  if (!wanted(found)) return [];
  const pieces = found.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu) || [];
  const begins = pieces.length > 44 ? Math.max(0, pieces.findIndex(wanted) - 16) : 0;
  const shown = pieces.slice(begins, begins + 44).map((piece) => {
    if (!wanted(piece)) return piece;
    const marked = document.createElement("mark");
    marked.textContent = piece;
    return marked;
  });
  const line = document.createElement("span");
  line.append(begins ? "… " : "", ...shown, begins + 44 < pieces.length ? " …" : "");
  return [line];
}

function find() {
  const words = plain(box.value).split(/\s+/).filter(Boolean);
  list.hidden = !words.length || !entries;
  if (list.hidden) return;
  const weight = (entry) => {
    if (!words.every((word) => entry.all.includes(word))) return 0;
    const heads = words.filter((word) => entry.head.includes(word)).length;
    return 1 + 4 * heads + (entry.head === words.join(" ") ? 8 : 0) + nearness(entry);
  };
  const found = entries.map((entry) => [weight(entry), entry]).filter(([w]) => w).sort((a, b) => b[0] - a[0]);
  list.replaceChildren(...found.slice(0, 12).map(([, entry]) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = `${root.dataset.root}/${entry.url}`;
    link.lang = entry.lang;
    const page = document.createElement("small");
    page.textContent = entry.page;
    link.append(entry.title, ...sentence(entry, words), page);
    item.append(link);
    return item;
  }));
  if (!found.length) {
    const item = document.createElement("li");
    item.textContent = box.dataset.none;
    list.append(item);
  }
}
$(".find").addEventListener("submit", (event) => event.preventDefault());
box.addEventListener("focus", load);
box.addEventListener("input", find);
addEventListener("keydown", (event) => {
  if (event.key === "/" && !/INPUT|TEXTAREA/.test(document.activeElement.tagName)) {
    event.preventDefault();
    box.focus();
  } else if (event.key === "Escape") {
    box.value = "";
    list.hidden = true;
    box.blur();
  } else if (event.key === "ArrowDown" && event.target.closest?.(".find")) {
    event.preventDefault();
    const all = [...list.querySelectorAll("a")];
    (all[all.indexOf(document.activeElement) + 1] || all[0])?.focus();
  }
});
document.addEventListener("click", (event) => { if (!event.target.closest(".find")) list.hidden = true; });
