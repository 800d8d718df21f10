// The panel: everything about the chosen item, and its player.

const panel = field("panel");
const places = new Map(data.items.map((item, place) => [item.number, place]));
const isNarrow = matchMedia("(max-width: 62rem)");
let player = null;

function showPosition() {
  const at = shown.indexOf(chosen);
  field("position").textContent = at < 0 ? "" : (at + 1).toLocaleString("en") + " of " + shown.length.toLocaleString("en");
  field("previous").disabled = at === 0 || !shown.length;
  field("next").disabled = at === shown.length - 1 || !shown.length;
}

function choose(place, { quietly = false } = {}) {
  putBack();
  chosen = place;
  const item = data.items[place];
  body.querySelector("[aria-current]")?.removeAttribute("aria-current");
  body.querySelector(`[data-place="${place}"]`)?.setAttribute("aria-current", "true");
  field("panel-name").textContent = item.name;
  field("panel-text").replaceChildren(...describe(item));
  field("panel-media").replaceChildren(...item.clips.map((clip) => field("clip-" + clip)));
  player = panel.querySelector("audio");
  panel.scrollTop = 0;
  showPosition();
  if (quietly) return;
  history.replaceState(null, "", "#item-" + item.number);
  if (isNarrow.matches) panel.scrollIntoView({ block: "start" });
}

function putBack() {
  player?.pause();
  const home = chosen >= 0 && document.querySelector(`#clips > [id="item-${data.items[chosen].number}"]`);
  if (home) home.append(...field("panel-media").children);
}

function describe(item) {
  const parts = [];
  if (item.question) parts.push(bidi("p", "question", item.question));
  if (item.options.length) {
    const list = element("ul", "options");
    list.append(...item.options.map((option) => bidi("li", option === item.label ? "right" : "", option)));
    parts.push(list);
  }
  if ((item.label || item.options.length) && !item.options.includes(item.label)) parts.push(facts([["Answer", item.label || "(empty)"]]));
  if (item.rules.length) parts.push(...broken(item));
  if (item.measured.length) {
    const verdict = { true: "the answer holds", false: "the answer does not hold", null: "undecided" }[String(item.holds)];
    parts.push(element("h4", "", "Measured: " + verdict), facts(item.measured));
  }
  const features = element("details");
  features.append(element("summary", "", "Clip: " + item.form));
  const about = [["Split", item.split], ["Group", item.group]].filter((pair) => pair[1]);
  features.append(facts([...about, ...item.features.map((value, index) => [data.facts[index], value])]));
  parts.push(features);
  return parts;
}

function broken(item) {
  const list = element("ul", "broken");
  for (const index of item.findings) {
    const [severity, rule, title, found, wanted] = data.findings[index];
    const entry = element("li", severity);
    const head = element("b", "", severity + ": " + title);
    head.append(element("code", "", rule));
    entry.append(head, bidi("p", "", "found " + found), bidi("p", "quiet", "wanted " + wanted));
    list.append(entry);
  }
  if (!item.findings.length) list.append(...item.rules.map((rule) => element("li", item.severity, rule)));
  return [element("h4", "", "Rules broken"), list];
}

function bidi(name, className, text) {
  const made = element(name, className);
  made.append(element("bdi", "", text));
  return made;
}

function facts(pairs) {
  const list = element("dl");
  for (const [title, value] of pairs) list.append(element("dt", "", title), bidi("dd", "", value));
  return list;
}

function step(by) {
  if (!shown.length) return;
  const at = shown.indexOf(chosen);
  const next = at < 0 ? 0 : Math.min(Math.max(at + by, 0), shown.length - 1);
  drawMore(Math.max(drawn, next + 1));
  choose(shown[next]);
  const row = body.children[next];
  const header = headers[0].offsetHeight;
  // Scroll within the table only: the page stays where it is.
  if (row.offsetTop < box.scrollTop + header) box.scrollTop = row.offsetTop - header;
  else if (row.offsetTop + row.offsetHeight > box.scrollTop + box.clientHeight) {
    box.scrollTop = row.offsetTop + row.offsetHeight - box.clientHeight;
  }
  if (body.contains(document.activeElement)) row.querySelector("a").focus({ preventScroll: true });
}

function playOrPause() {
  if (!player) return;
  if (player.paused) player.play().catch(() => {});
  else player.pause();
}

function follow(media) {
  const audio = media.querySelector("audio");
  const picture = media.querySelector(".picture");
  if (!audio || !picture) return;
  const head = picture.querySelector(".head");
  const seconds = Number(media.dataset.shown);
  const move = () => {
    head.hidden = audio.currentTime === 0 || audio.currentTime > seconds;
    head.style.left = 100 * Math.min(audio.currentTime / seconds, 1) + "%";
    if (!audio.paused) requestAnimationFrame(move);
  };
  for (const name of ["play", "pause", "seeked", "ended"]) audio.addEventListener(name, move);
  picture.classList.add("plays");
  picture.addEventListener("click", (event) => {
    const frame = picture.getBoundingClientRect();
    audio.currentTime = seconds * Math.min(Math.max((event.clientX - frame.left) / frame.width, 0), 1);
    if (audio.paused) audio.play().catch(() => {});
  });
}

function fromAddress() {
  const place = places.get(Number(/^#item-(\d+)$/.exec(location.hash)?.[1] ?? NaN));
  if (place === undefined) return false;
  choose(place, { quietly: true });
  (isNarrow.matches ? panel : field("items")).scrollIntoView();
  return true;
}

field("previous").addEventListener("click", () => step(-1));
field("next").addEventListener("click", () => step(1));
document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#item-"]');
  if (!link) return;
  event.preventDefault();
  const place = places.get(Number(link.hash.slice("#item-".length)));
  if (place === undefined) return;
  choose(place);
  if (!box.contains(link) && !isNarrow.matches) field("items").scrollIntoView();
});
addEventListener("hashchange", fromAddress);
document.querySelectorAll(".media").forEach(follow);
redraw();
if (!fromAddress() && shown.length) choose(shown[0], { quietly: true });
