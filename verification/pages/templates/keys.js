// Keys: j and k or the arrows, space, / and ?.

const keys = field("keys");
field("show-keys").addEventListener("click", () => keys.showModal());

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || keys.open) return;
  const target = event.target;
  if (target.id === "find" && event.key === "Escape") target.blur();
  if (target.closest("input, select, textarea, audio")) return;
  const inItems = field("items").contains(target);
  const actions = {
    j: () => step(1),
    k: () => step(-1),
    "/": () => field("find").focus(),
    "?": () => keys.showModal(),
  };
  // Arrows scroll the page, and space presses a button, unless the reader is among the items.
  if (inItems) Object.assign(actions, { ArrowDown: () => step(1), ArrowUp: () => step(-1) });
  if (!target.closest("button, summary")) actions[" "] = player ? playOrPause : undefined;
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});
