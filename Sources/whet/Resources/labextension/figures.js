// Figures that can be read off, enlarged and saved.
//
// The kernel sends drawings as images, which every front end shows. Here an image becomes a part of the page: in the page's
// colours and font, with tooltips. A chart of curves carries its numbers: the pointer, or the arrow keys, read all curves at
// one place; dragging enlarges a part, and a double click shows all again.

import { chartData, label, position, ticks, valueAt } from "./axes.js";
import { copy, darkColours, drawn, GREYS, Shape, source } from "./drawings.js";
import { element } from "./elements.js";

const STYLE = `
.whet-frame { position: relative; max-width: 100%; }
.whet-frame > svg { display: block; width: 100%; height: auto; font-family: var(--jp-ui-font-family, sans-serif); }
.whet-frame.whet-chart > svg { cursor: crosshair; touch-action: pan-y; }
.whet-frame:focus-visible { outline: 2px solid var(--jp-brand-color1); outline-offset: 1px; }
.whet-tools { position: absolute; top: 0; right: 0; display: flex; gap: 4px; opacity: 0; transition: opacity 0.15s; }
.whet-frame:hover > .whet-tools, .whet-frame:focus-within > .whet-tools { opacity: 1; }
.whet-tools button, .whet-tools input { font: inherit; font-size: 12px; padding: 2px 8px; border: 1px solid var(--jp-border-color1);
  border-radius: 2px; color: var(--jp-ui-font-color1); background: var(--jp-layout-color1); }
.whet-tools button { cursor: pointer; }
.whet-tools button:hover { background: var(--jp-layout-color2); }
.whet-tools :focus-visible { outline: 2px solid var(--jp-brand-color1); outline-offset: 1px; }
.whet-reading { position: absolute; z-index: 2; pointer-events: none; padding: 4px 8px; font-size: 12px; line-height: 1.45;
  color: var(--jp-ui-font-color1); background: var(--jp-layout-color1); border: 1px solid var(--jp-border-color1); border-radius: 2px;
  display: grid; grid-template-columns: auto auto auto; column-gap: 8px; white-space: nowrap; }
.whet-reading[hidden] { display: none; }
.whet-reading > b { grid-column: 1 / -1; }
.whet-reading > :nth-child(3n + 1) { text-align: right; font-variant-numeric: tabular-nums; }
.whet-reading i { display: inline-block; width: 14px; height: 3px; align-self: center; }
@media (prefers-reduced-motion: reduce) { .whet-tools { transition: none; } }
@media print { .whet-tools, .whet-reading { display: none; } }
`;

/** The figures of output areas by their place: one that is drawn anew while it trains goes on from the one before. */
const figures = new WeakMap();
/** The figure over which a button of the mouse is held down. */
let held = null;

/** A drawing in the page. */
class Figure {
  constructor(image, text) {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    const dark = darkColours([...parsed.querySelectorAll("style")].map((sheet) => sheet.textContent).join(""));
    this.text = text;
    this.svg = copy(parsed.documentElement, dark);
    if (!this.svg) return;
    this.title = parsed.querySelector("title")?.textContent || "figure";
    // The heading is there to be read; as the drawing's tooltip it would hide those of its parts.
    for (const child of [...this.svg.children]) if (child.localName === "title") child.remove();
    this.frame = element("div", { className: "whet-frame" }, this.svg);
    this.frame.style.maxWidth = image.style.maxWidth || `${Number.parseFloat(this.svg.getAttribute("width")) || 640}px`;
    const metadata = parsed.documentElement.querySelector(":scope > metadata");
    this.data = metadata && chartData(metadata.textContent);
    this.frame.append(this.tools());
    if (this.data) this.makeReadable();
  }

  // Saving

  tools() {
    const tools = element("div", { className: "whet-tools" });
    const button = (name, title, action) =>
      tools.append(element("button", { type: "button", textContent: name, title, ariaLabel: title, onclick: action }));
    button("SVG", "Save the figure as SVG", () => this.save("svg", new Blob([this.text], { type: "image/svg+xml" })));
    button("PNG", "Save the figure as PNG", () => this.savePNG());
    if (this.data) {
      button("CSV", "Save the figure's numbers as CSV", () => this.save("csv", new Blob([this.csv], { type: "text/csv" })));
    }
    tools.addEventListener("dblclick", (event) => event.stopPropagation());
    // Keys pressed here are not JupyterLab's.
    for (const node of tools.children) node.dataset.lmSuppressShortcuts = "true";
    return tools;
  }

  save(ending, blob) {
    const name = this.title.replace(/[^\p{L}\p{N}_-]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "figure";
    const link = element("a", { href: URL.createObjectURL(blob), download: `${name}.${ending}` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  /** A picture of twice the drawing's size, in the theme's colours and on the page's ground. */
  async savePNG() {
    const scheme = getComputedStyle(document.body).colorScheme.includes("dark") || document.body.dataset.jpThemeLight === "false" ? "dark" : "light";
    const picture = new Image();
    const text = this.text.replace("@media (prefers-color-scheme:dark)", scheme === "dark" ? "@media all" : "@media not all");
    picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
    await picture.decode();
    const canvas = element("canvas", { width: 2 * picture.width, height: 2 * picture.height });
    const context = canvas.getContext("2d");
    context.fillStyle = scheme === "dark" ? "#111111" : "#ffffff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => this.save("png", blob), "image/png");
  }

  get csv() {
    const { x, places, curves } = this.data;
    const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const plain = (text) => (text ?? "").replaceAll(/[,\s%]/g, "");
    const rows = places.map((place, index) => [place, ...curves.map(({ values }) => plain(values[index]))].join(","));
    return `${[x.label, ...curves.map(({ column, name }) => quoted(column ?? name))].join(",")}\n${rows.join("\n")}\n`;
  }

  // Reading

  makeReadable() {
    const { frame, svg, data } = this;
    frame.classList.add("whet-chart");
    frame.tabIndex = 0;
    frame.setAttribute("role", "group");
    frame.setAttribute("aria-label", `${this.title}. Arrow keys read the curves; + and − enlarge, Escape shows all.`);
    frame.dataset.lmSuppressShortcuts = "true";
    this.status = element("div", { className: "whet-reading", hidden: true });
    this.status.setAttribute("role", "status");
    frame.append(this.status);
    this.cursor = drawn("line", { stroke: "currentColor", "stroke-opacity": 0.5, visibility: "hidden" });
    this.selection = drawn("rect", { fill: "currentColor", "fill-opacity": 0.12, visibility: "hidden" });
    svg.append(this.cursor, this.selection);
    this.x = { ...data.x };
    this.panels = data.panels.map((panel) => ({ ...panel }));
    this.top = Math.min(...data.panels.map(({ end }) => end));
    this.bottom = Math.max(...data.panels.map(({ start }) => start));
    this.shapes = data.panels.map((_, panel) => [...svg.querySelectorAll(`.whet-curves-${panel} > *`)].map((node) => new Shape(node)));
    this.isWhole = data.places.every(Number.isInteger);
    svg.addEventListener("pointermove", (event) => held || this.point(event));
    svg.addEventListener("pointerleave", () => held || this.endReading());
    svg.addEventListener("pointerdown", (event) => this.begin(event));
    svg.addEventListener("dblclick", () => this.zoom(null));
    frame.addEventListener("keydown", (event) => this.press(event));
    frame.addEventListener("focus", () => (this.isFocused = true));
    frame.addEventListener("blur", () => queueMicrotask(() => {
      // One that is taken out of the page for its successor has not been left. Some browsers tell while it is still there.
      if (!frame.isConnected) return;
      this.isFocused = false;
      this.endReading();
    }));
  }

  /** Takes over what was done to the figure that stood here before. */
  follow(former) {
    if (!this.data || !former?.data) return;
    if (former.range) this.zoom(former.range);
    if (former.isFocused && document.activeElement === document.body) this.frame.focus({ preventScroll: true });
    if (former.place !== undefined) this.read(Math.min(former.place, this.data.places.length - 1));
    this.from = former.from;
    if (held === former) held = this;
  }

  /** A pointer's place in the drawing. */
  across(event) {
    const box = this.svg.getBoundingClientRect();
    return ((event.clientX - box.left) / box.width) * this.svg.viewBox.baseVal.width;
  }

  get shownPlaces() {
    return this.data.places.flatMap((place, index) => (place >= this.x.low - 1e-9 && place <= this.x.high + 1e-9 ? [index] : []));
  }

  point(event) {
    const x = this.across(event);
    if (this.from !== undefined) {
      const [left, right] = [Math.min(this.from, x), Math.max(this.from, x)].map((at) => Math.min(Math.max(at, this.x.start), this.x.end));
      const sides = { x: left, y: this.top, width: right - left, height: this.bottom - this.top, visibility: "visible" };
      for (const [key, value] of Object.entries(sides)) this.selection.setAttribute(key, value);
    }
    if (x < this.x.start - 12 || x > this.x.end + 12) return this.endReading();
    const distance = (index) => Math.abs(position(this.x, this.data.places[index]) - x);
    const nearest = this.shownPlaces.reduce((best, index) => (best === null || distance(index) < distance(best) ? index : best), null);
    if (nearest !== null) this.read(nearest);
  }

  /** Shows what all curves are worth at a place. */
  read(index) {
    this.place = index;
    const at = this.data.places[index];
    const x = position(this.x, at);
    for (const [key, value] of Object.entries({ x1: x, x2: x, y1: this.top, y2: this.bottom, visibility: "visible" })) {
      this.cursor.setAttribute(key, value);
    }
    const rows = this.data.curves.flatMap(({ name, values, panel, ink }) => {
      if (values[index] === null || values[index] === undefined) return [];
      const sign = element("i");
      const shape = this.svg.querySelector(`.whet-curves-${panel} .whet-${((ink % 8) + 8) % 8}-s, .whet-curves-${panel} .whet-${((ink % 8) + 8) % 8}-f`);
      if (shape) sign.style.background = shape.style.stroke || shape.style.fill;
      return [sign, element("span", {}, name), element("span", {}, values[index])];
    });
    this.status.replaceChildren(element("b", {}, `${this.data.x.label} ${at.toLocaleString("en")}`), ...rows);
    this.status.hidden = false;
    const scale = this.svg.getBoundingClientRect().width / this.svg.viewBox.baseVal.width;
    const isRight = x > (this.x.start + this.x.end) / 2;
    this.status.style.top = `${(this.top + 4) * scale}px`;
    this.status.style.left = isRight ? "" : `${x * scale + 12}px`;
    this.status.style.right = isRight ? `${this.frame.clientWidth - x * scale + 12}px` : "";
  }

  endReading() {
    this.place = undefined;
    this.status.hidden = true;
    this.cursor.setAttribute("visibility", "hidden");
  }

  press(event) {
    if (event.target !== this.frame) return;
    const shown = this.shownPlaces;
    const now = shown.indexOf(this.place);
    const step = event.shiftKey ? 10 : 1;
    const go = (index) => shown.length > 0 && this.read(shown[Math.min(Math.max(index, 0), shown.length - 1)]);
    const actions = {
      ArrowRight: () => go(now < 0 ? 0 : now + step),
      ArrowLeft: () => go(now < 0 ? shown.length - 1 : now - step),
      Home: () => go(0),
      End: () => go(shown.length - 1),
      "+": () => this.enlarge(0.5),
      "=": () => this.enlarge(0.5),
      "-": () => this.enlarge(2),
      Escape: () => (this.endReading(), this.zoom(null)),
    };
    if (!actions[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    actions[event.key]();
  }

  // Enlarging

  begin(event) {
    if (event.button !== 0 || event.pointerType === "touch") return;
    const x = this.across(event);
    if (x < this.x.start || x > this.x.end) return;
    event.preventDefault();
    this.frame.focus({ preventScroll: true });
    this.from = x;
    held = this;
  }

  end(event) {
    if (this.from === undefined) return;
    const [left, right] = [this.from, this.across(event)].sort((one, other) => one - other);
    this.cancel();
    if (right - left >= 8) {
      this.zoom([valueAt(this.x, Math.max(left, this.x.start)), valueAt(this.x, Math.min(right, this.x.end))]);
    }
  }

  cancel() {
    this.from = undefined;
    held = null;
    this.selection.setAttribute("visibility", "hidden");
  }

  /** Shows another part around what is read, or around the middle. */
  enlarge(factor) {
    const middle = this.place === undefined ? (this.x.start + this.x.end) / 2 : position(this.x, this.data.places[this.place]);
    const half = ((this.x.end - this.x.start) / 2) * factor;
    const ends = [valueAt(this.x, middle - half), valueAt(this.x, middle + half)];
    const { low, high } = this.data.x;
    const place = this.place;
    this.zoom(ends[0] <= low && ends[1] >= high ? null : [Math.max(ends[0], low), Math.min(ends[1], high)]);
    if (place !== undefined) this.read(place);
  }

  /** Shows a part of the horizontal axis; all for null. The upright axes fit what is then to be seen. */
  zoom(range) {
    if (range && !(range[1] - range[0] > (this.data.x.high - this.data.x.low) * 1e-4)) return;
    const { data } = this;
    this.range = range;
    this.whole ??= this.shapesOfAxes();
    this.endReading();
    this.x = range ? { ...data.x, low: range[0], high: range[1] } : { ...data.x };
    this.panels = data.panels.map((panel, number) => (range ? this.fitted(panel, number) : { ...panel }));
    this.panels.forEach((panel, number) => {
      const across = (x) => position(this.x, valueAt(data.x, x));
      const down = (y) => position(panel, valueAt(data.panels[number], y));
      for (const shape of this.shapes[number]) range ? shape.place(across, down) : shape.reset();
      this.clip(number, range !== null);
    });
    this.drawAxes(range !== null);
    this.frame.classList.toggle("whet-zoomed", range !== null);
  }

  /** A panel's axis for what is to be seen of its curves. */
  fitted(panel, number) {
    const shown = this.shownPlaces;
    // The neighbours on both sides, too: lines lead to them.
    const wide = shown.length > 0 ? [shown[0] - 1, ...shown, shown.at(-1) + 1] : [];
    const values = this.data.curves.filter((curve) => curve.panel === number)
      .flatMap((curve) => wide.map((index) => Number((curve.values[index] ?? "NaN").replaceAll(/[,\s%]/g, ""))))
      .filter((value) => Number.isFinite(value) && (!panel.isLogarithmic || value > 0));
    const factor = panel.label.includes("%") || !this.data.curves.some((curve) => curve.panel === number && curve.values.some((text) => text?.includes("%"))) ? 1 : 0.01;
    const [low, high] = [Math.min(...values) * factor, Math.max(...values) * factor];
    if (values.length === 0) return { ...panel };
    if (panel.isLogarithmic) return { ...panel, low: low / (high / low > 1.01 ? (high / low) ** 0.05 : 1.1), high: high * (high / low > 1.01 ? (high / low) ** 0.05 : 1.1) };
    const air = (high - low) * 0.06 || Math.max(Math.abs(low) * 0.05, 1e-6);
    return { ...panel, low: Math.max(low - air, Math.min(panel.low, low)), high: Math.min(high + air, Math.max(panel.high, high)) };
  }

  clip(number, isOn) {
    const group = this.svg.querySelector(`.whet-curves-${number}`);
    if (!group) return;
    const { start, end } = this.data.panels[number];
    const [left, right, top, bottom] = [this.x.start - 4, this.x.end + 4, end - 4, start + 4].map((side) => `${side}px`);
    const corners = [[left, top], [right, top], [right, bottom], [left, bottom]].map((corner) => corner.join(" "));
    group.style.clipPath = isOn ? `polygon(${corners.join(", ")}) view-box` : "";
  }

  /** What divides the axes of the whole, to be put back. */
  shapesOfAxes() {
    const groups = [...this.svg.querySelectorAll('[class="whet-places"], [class="whet-leads"], [class^="whet-levels-"]')];
    return groups.map((group) => ({ group, children: [...group.childNodes] }));
  }

  drawAxes(isZoomed) {
    for (const { group, children } of this.whole) {
      const name = group.getAttribute("class");
      if (!isZoomed) group.replaceChildren(...children);
      else if (name === "whet-leads") group.replaceChildren();
      else if (name === "whet-places") group.replaceChildren(...this.places());
      else group.replaceChildren(...this.levels(Number(name.split("-").at(-1))));
    }
  }

  words(text, x, y, anchor) {
    const node = drawn("text", { x, y, "font-size": 11, "text-anchor": anchor, fill: "currentColor", "fill-opacity": GREYS["whet-muted"] });
    node.textContent = text;
    return node;
  }

  places() {
    const all = ticks(this.x, Math.max(2, Math.round((this.x.end - this.x.start) / 80)), this.isWhole);
    return all.flatMap((value) => {
      const x = position(this.x, value);
      const tick = { x1: x, x2: x, y1: this.bottom, y2: this.bottom + 4, stroke: "currentColor", "stroke-opacity": GREYS["whet-axis"] };
      return [drawn("line", tick), this.words(label(value, all), x, this.bottom + 16, "middle")];
    });
  }

  levels(number) {
    const panel = this.panels[number];
    const all = ticks(panel, Math.max(2, Math.round((panel.start - panel.end) / 36)), false);
    return all.flatMap((value) => {
      const y = position(panel, value);
      const line = { x1: this.x.start, x2: this.x.end, y1: y, y2: y, stroke: "currentColor", "stroke-opacity": GREYS["whet-grid"] };
      return [drawn("line", line), this.words(label(value, all), this.x.start - 7, y + 4, "end")];
    });
  }
}

/** Makes an image a part of the page. */
const lift = (image) => {
  try {
    const text = source(image);
    const figure = text && new Figure(image, text);
    if (!figure?.svg) return;
    const area = image.closest(".jp-OutputArea");
    const number = [...area.querySelectorAll("img.whet-figure, .whet-frame")].indexOf(image);
    image.replaceWith(figure.frame);
    const others = figures.get(area) ?? new Map();
    figure.follow(others.get(number));
    figures.set(area, others.set(number, figure));
  } catch (problem) {
    // The image stays as it is.
    console.warn("Whet: a figure stays an image.", problem);
  }
};

/** Looks for figures in what comes into the page. */
const look = (node) => {
  if (node.nodeType !== Node.ELEMENT_NODE) return;
  const images = node.matches("img.whet-figure") ? [node] : node.querySelectorAll("img.whet-figure");
  for (const image of images) if (image.closest(".jp-OutputArea-output")) lift(image);
};

export const plugin = async () => ({
  id: "whet:figures",
  description: "Reads, enlarges and saves figures.",
  autoStart: true,
  activate() {
    document.head.append(element("style", {}, STYLE));
    window.addEventListener("pointermove", (event) => held?.point(event));
    window.addEventListener("pointerup", (event) => held?.end(event));
    window.addEventListener("pointercancel", () => held?.cancel());
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(look);
    }).observe(document.body, { childList: true, subtree: true });
    look(document.body);
  },
});
