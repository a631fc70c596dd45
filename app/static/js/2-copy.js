// Copy buttons on code, and addresses copied by the links that name them.
const status = document.createElement("p");
status.className = "quiet";
status.setAttribute("role", "status");
document.body.append(status);

async function copy(text, element) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return;
  }
  status.textContent = "";
  setTimeout(() => (status.textContent = "Copied"), 30);
  element.dataset.copied = ""; // shown by the style sheet: a name that changes would be read out a second time
  setTimeout(() => delete element.dataset.copied, 1600);
}

function decorate() {
  for (const pre of document.querySelectorAll("pre.code:not([data-copy])")) {
    pre.dataset.copy = "";
    let host = pre.closest("figure");
    if (!host) {
      host = document.createElement("div");
      host.className = "copyable";
      pre.replaceWith(host);
      host.append(pre);
    }
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    host.append(button);
    button.addEventListener("click", () => copy(pre.textContent.trimEnd() + "\n", button));
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-copy-link]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (!link.matches(".anchor, h2 a")) event.preventDefault();
  copy(link.href, link);
});

document.addEventListener("unraise:shown", decorate);
decorate();
