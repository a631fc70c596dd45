// "Was this it?" and "ask for this entry" answered where they were asked.
document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-feedback]");
  if (!form) return;
  event.preventDefault();
  const said = document.createElement("p");
  said.className = "note";
  said.setAttribute("role", "status");
  form.append(said);
  try {
    const body = new URLSearchParams(new FormData(form, event.submitter));
    const reply = await fetch(form.action, { method: "POST", body, headers: { accept: "text/html" } });
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    const text = `${page.querySelector("h1").textContent}. ${page.querySelector("main .lead").textContent}`;
    if (reply.ok) form.replaceChildren(said);
    said.textContent = text;
  } catch {
    said.textContent = "That did not arrive. Try again.";
  }
});
