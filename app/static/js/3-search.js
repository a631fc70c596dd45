// Suggestions while typing (a combobox), and a traceback pasted into the search box answered as one.
const looksPasted = (text) => /\n|Traceback|\w(Error|Exception): |File "/.test(text) || text.length > 60;
let list = null;
let timer = 0;
let asked = 0;

function close(input) {
  asked++;
  list?.remove();
  list = null;
  input.setAttribute("aria-expanded", "false");
  input.removeAttribute("aria-activedescendant");
}

function draw(input, titles, libraries, addresses) {
  list?.remove();
  list = document.createElement("ul");
  list.className = "suggestions";
  list.id = `${input.id}-list`;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Suggestions");
  titles.forEach((title, i) => {
    const item = document.createElement("li");
    item.id = `${list.id}-${i}`;
    item.setAttribute("role", "option");
    item.setAttribute("aria-selected", "false");
    item.dataset.href = addresses[i];
    const library = document.createElement("span");
    library.textContent = libraries[i];
    item.append(title, " ", library);
    item.addEventListener("mousedown", (event) => {
      event.preventDefault();
      location.assign(addresses[i]);
    });
    list.append(item);
  });
  input.insertAdjacentElement("afterend", list);
  input.setAttribute("aria-expanded", "true");
}

async function suggest(input) {
  const text = input.value.trim();
  const mine = ++asked;
  if (text.length < 2 || looksPasted(text)) return close(input);
  try {
    const reply = await fetch(`/search/suggest?q=${encodeURIComponent(text)}`);
    const [, titles, libraries, addresses] = await reply.json();
    if (mine !== asked || document.activeElement !== input) return;
    if (titles.length) draw(input, titles, libraries, addresses);
    else close(input);
  } catch {
    close(input);
  }
}

function move(input, step) {
  const items = [...list.children];
  const at = items.findIndex((item) => item.getAttribute("aria-selected") === "true");
  const next = items[(at + step + items.length + (at < 0 && step < 0 ? 1 : 0)) % items.length];
  items.forEach((item) => item.setAttribute("aria-selected", String(item === next)));
  input.setAttribute("aria-activedescendant", next.id);
  next.scrollIntoView({ block: "nearest" });
}

function prepare() {
  for (const input of document.querySelectorAll("input[data-suggest]:not([role])")) {
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-expanded", "false");
    input.setAttribute("aria-controls", `${input.id}-list`);
    input.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => suggest(input), 70);
    });
    input.addEventListener("blur", () => close(input));
    input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        if (list) close(input);
        else input.blur();
        event.preventDefault();
      } else if (list && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
        event.preventDefault();
        move(input, event.key === "ArrowDown" ? 1 : -1);
      } else if (list && event.key === "Enter") {
        const chosen = list.querySelector("[aria-selected=true]");
        if (chosen) {
          event.preventDefault();
          location.assign(chosen.dataset.href);
        }
      }
    });
    input.addEventListener("paste", (event) => {
      const text = event.clipboardData.getData("text/plain");
      if (!/\n/.test(text.trim()) && text.length <= 80) return;
      event.preventDefault();
      document.dispatchEvent(new CustomEvent("unraise:ask", { detail: text }));
    });
  }
}

// "/" goes to the search box, never while typing; Escape leaves it (above).
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select, [contenteditable]")) return;
  const input = [...document.querySelectorAll("input[data-suggest]")].find((field) => field.offsetParent);
  if (!input) return;
  event.preventDefault();
  input.focus();
  input.select();
});

document.addEventListener("unraise:shown", prepare);
prepare();
