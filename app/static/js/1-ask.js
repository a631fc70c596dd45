// Answers a paste without a reload: the same POST, its page put in place.  The paste stays in memory; history holds a number.
const LIMIT = 1024 * 1024;
const TOO_LARGE = "That is more than 1 MiB. Paste the traceback and some lines before it.";
const views = new Map();
let count = Date.now(); // no other document's numbers
let current = keep(document.querySelector("main"), document.title);
history.replaceState({ ...history.state, view: current }, "");

function keep(main, title) {
  views.set(++count, { main, title });
  return count;
}

function show(id) {
  const view = views.get(id);
  if (!view || id === current) return;
  views.get(current).title = document.title;
  document.querySelector("main").replaceWith(view.main);
  document.title = view.title;
  current = id;
  document.dispatchEvent(new Event("unraise:shown"));
}

function complain(form, html) {
  form.querySelector(".problem")?.remove();
  const box = form.querySelector("textarea");
  if (!box) return;
  box.insertAdjacentElement("beforebegin", html);
  box.setAttribute("aria-invalid", "true");
  box.focus();
}

function problem(text) {
  const p = document.createElement("p");
  p.className = "problem";
  p.setAttribute("role", "alert");
  p.textContent = text;
  return p;
}

async function ask(data, form) {
  form?.classList.add("busy");
  try {
    const reply = await fetch("/", { method: "POST", body: data, headers: { accept: "text/html" } });
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    const main = page.querySelector("main");
    if (!reply.ok && form?.querySelector("textarea")) {
      const said = [page.querySelector("h1"), page.querySelector(".problem, main .lead")];
      return complain(form, problem(said.map((part) => part?.textContent.trim()).join(". ")));
    }
    const id = keep(document.adoptNode(main), page.title);
    history.pushState({ view: id }, "", "/");
    show(id);
    scrollTo({ top: 0, behavior: "instant" });
    main.focus({ preventScroll: true });
  } catch {
    if (form) complain(form, problem("The answer did not arrive. Your text is still here; try again."));
  } finally {
    form?.classList.remove("busy");
  }
}

const first = current;
addEventListener("popstate", (event) => {
  if (event.state) show(views.has(event.state.view) ? event.state.view : first); // no state: a jump within the page
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-ask]");
  if (!form) return;
  event.preventDefault();
  const data = new FormData(form);
  if (new Blob([data.get("text") ?? ""]).size > LIMIT) return complain(form, problem(TOO_LARGE));
  ask(data, form);
});

document.addEventListener("unraise:ask", (event) => {
  const data = new FormData();
  data.set("text", event.detail);
  ask(data, document.querySelector("form[data-ask]"));
});

// A paste into an empty box is a question; so is one on a page that has the box, where no other field wants it.
document.addEventListener("paste", (event) => {
  const field = event.target.closest?.("input, textarea");
  const box = field ?? document.querySelector("textarea#paste");
  if (box?.id !== "paste") return;
  if (field) {
    if (box.selectionEnd - box.selectionStart !== box.value.length) return;
    setTimeout(() => box.value.trim().length > 8 && box.form.requestSubmit());
    return;
  }
  const text = event.clipboardData.getData("text/plain");
  if (text.trim().length <= 8) return;
  event.preventDefault();
  box.value = text;
  box.form.requestSubmit();
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.id === "paste") event.target.form.requestSubmit();
});

// Drop a log anywhere on a page that has the box.
const boxForm = () => document.querySelector("textarea#paste")?.form;
document.addEventListener("dragover", (event) => {
  const form = boxForm();
  if (!form || ![...event.dataTransfer.types].includes("Files")) return;
  event.preventDefault();
  form.classList.add("over");
});
document.addEventListener("dragleave", (event) => event.relatedTarget || boxForm()?.classList.remove("over"));
document.addEventListener("drop", async (event) => {
  const form = boxForm();
  const file = event.dataTransfer.files[0];
  if (!form || !file) return;
  event.preventDefault();
  form.classList.remove("over");
  if (file.size > LIMIT) return complain(form, problem(TOO_LARGE));
  const bytes = new Uint8Array(await file.arrayBuffer());
  const wide = bytes[0] === 255 && bytes[1] === 254 ? "utf-16le" : "utf-8";
  form.querySelector("textarea").value = new TextDecoder(wide).decode(bytes);
  form.requestSubmit();
});
