// A canvas in the notebook: what is drawn on it goes to the kernel as strokes, and the model's answer comes back.
//
// Every question opens a comm, is answered on it and closes it again, so nothing is lost when the kernel or the page is
// restarted in between. The output holds all that a question needs besides the strokes.

const MIME_TYPE = "application/vnd.whet.drawing+json";
const TARGET = "whet.drawing";

import { element } from "./elements.js";

const STYLE = `
.whet-drawing { display: flex; flex-wrap: wrap; gap: 16px; padding: 8px 0; color: var(--jp-content-font-color1); }
.whet-drawing canvas { background: #000; border: 1px solid var(--jp-border-color1); border-radius: 2px; cursor: crosshair;
  touch-action: none; }
.whet-drawing-side { display: flex; flex-direction: column; gap: 8px; min-width: 260px; max-width: 480px; }
.whet-drawing-row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.whet-drawing button { font: inherit; padding: 3px 12px; border: 1px solid var(--jp-border-color1); border-radius: 2px;
  color: inherit; background: var(--jp-layout-color2); cursor: pointer; }
.whet-drawing button:hover { background: var(--jp-layout-color3); }
.whet-drawing button:disabled { opacity: 0.5; cursor: default; }
.whet-drawing :is(button, canvas, input):focus-visible { outline: 2px solid var(--jp-brand-color1); outline-offset: 1px; }
.whet-drawing input { font: inherit; width: 7em; padding: 3px 6px; border: 1px solid var(--jp-border-color1);
  color: inherit; background: var(--jp-layout-color1); }
.whet-drawing-answer { display: grid; flex: 1; min-width: 150px; grid-template-columns: auto 1fr auto; gap: 4px 8px; align-items: center; }
.whet-drawing-answer > :nth-child(-n + 3) { font-weight: 600; }
.whet-drawing-bar { height: 10px; background: var(--jp-layout-color3); }
.whet-drawing-bar > div { height: 100%; background: #1f77b4; }
.whet-drawing-share { text-align: right; font-variant-numeric: tabular-nums; }
.whet-drawing img { width: 84px; height: 84px; image-rendering: pixelated; border: 1px solid var(--jp-border-color1); }
.whet-drawing code { overflow-wrap: anywhere; user-select: all; }
`;

/** An element with properties and children. */
/** The strokes of one drawing, and the canvas they are drawn on. Lengths are in the canvas's own pixels. */
class Sheet {
  constructor(side, line) {
    this.side = side;
    this.line = line;
    this.strokes = [];
    this.canvas = element("canvas", { tabIndex: 0 });
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", "Drawing area. Draw with a mouse, finger or pen.");
    const density = Math.max(1, window.devicePixelRatio);
    this.canvas.width = this.canvas.height = side * density;
    this.canvas.style.width = this.canvas.style.height = `${side}px`;
    this.context = this.canvas.getContext("2d");
    Object.assign(this.context, { strokeStyle: "#fff", lineWidth: line, lineCap: "round", lineJoin: "round" });
    this.context.scale(density, density);
    this.canvas.addEventListener("pointerdown", (event) => this.begin(event));
    this.canvas.addEventListener("pointermove", (event) => this.goOn(event));
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
      this.canvas.addEventListener(name, (event) => this.end(event));
    }
  }

  begin(event) {
    // One finger or pen draws at a time: a palm, or a second finger, does not.
    if (event.button !== 0 || this.stroke) return;
    event.preventDefault();
    this.pointer = event.pointerId;
    this.canvas.focus({ preventScroll: true });
    this.canvas.setPointerCapture(event.pointerId);
    this.stroke = [];
    this.strokes.push(this.stroke);
    this.add(event);
  }

  goOn(event) {
    if (!this.stroke || event.pointerId !== this.pointer) return;
    const passed = event.getCoalescedEvents?.() ?? [];
    for (const point of passed.length > 0 ? passed : [event]) this.add(point);
  }

  end(event) {
    if (event.pointerId === this.pointer) this.stroke = null;
  }

  add(event) {
    const box = this.canvas.getBoundingClientRect();
    const place = (value, low, length) => Math.round(((value - low) / length) * this.side);
    const x = place(event.clientX, box.left + 1, box.width - 2);
    const y = place(event.clientY, box.top + 1, box.height - 2);
    const [lastX, lastY] = this.stroke.slice(-2);
    if (x === lastX && y === lastY) return;
    this.stroke.push(x, y);
    this.context.beginPath();
    this.context.moveTo(lastX ?? x, lastY ?? y);
    this.context.lineTo(x, y);
    this.context.stroke();
  }

  clear() {
    this.strokes = [];
    this.stroke = null;
    this.context.clearRect(0, 0, this.side, this.side);
  }

  /** The strokes as the command draw takes them: M x,y L x,y x,y … for each. */
  get text() {
    const pairs = (stroke) => stroke.flatMap((x, place) => (place % 2 ? [] : [`${x},${stroke[place + 1]}`]));
    return this.strokes
      .map(pairs)
      .map(([first, ...rest]) => `M${first}${rest.length > 0 ? ` L${rest.join(" ")}` : ""}`)
      .join(" ");
  }
}

/** Asks the kernel of a notebook; the answer, or a sentence that says why there is none. */
const ask = async (panel, question) => {
  const kernel = panel?.sessionContext.session?.kernel;
  if (!kernel || kernel.status === "dead" || kernel.connectionStatus === "disconnected") {
    return { problem: "Drawing needs a running kernel. Choose Kernel > Restart Kernel, then Predict again." };
  }
  const comm = kernel.createComm(TARGET);
  let answer = null;
  comm.onMsg = (message) => {
    answer = message.content.data;
  };
  try {
    await comm.open(question).done;
    if (!comm.isDisposed) comm.close();
  } catch {
    return { problem: "The kernel was restarted before it could answer. Predict again." };
  }
  return answer ?? { problem: "The notebook's kernel knows no drawings: choose Whet with Kernel > Change Kernel." };
};

/** The controls beside the canvas, and what the model answered. */
class Board {
  constructor(data, findPanel) {
    this.data = data;
    this.findPanel = findPanel;
    this.sheet = new Sheet(data.canvas, data.line);
    this.answer = element("div");
    this.answer.setAttribute("role", "status");
    this.predictButton = this.button("Predict", "Ask the model (Enter on the canvas)", () => this.predict());
    const clear = this.button("Clear", "Empty the canvas (Delete or Escape on it)", () => this.clear());
    this.buttons = [this.predictButton, clear];
    const side = element("div", { className: "whet-drawing-side" });
    side.append(element("div", { className: "whet-drawing-row" }, this.predictButton, clear));
    if (data.keep) side.append(this.keeping());
    side.append(this.answer);
    this.node = element("div", { className: "whet-drawing" }, element("style", {}, STYLE), this.sheet.canvas, side);
    this.node.setAttribute("role", "group");
    this.node.setAttribute("aria-label", `Draw for ${data.model}`);
    // Keys pressed here are not JupyterLab's: d, d must not cut the cell. It asks the focused element alone.
    for (const part of this.node.querySelectorAll("canvas, button, input")) part.dataset.lmSuppressShortcuts = "true";
    this.sheet.canvas.addEventListener("keydown", (event) => this.press(event));
  }

  button(text, title, action) {
    return element("button", { type: "button", textContent: text, title, onclick: action });
  }

  /** The button that keeps the drawing, and the field for its class. */
  keeping() {
    const { keep, label, labels } = this.data;
    const list = element("datalist", { id: `whet-labels-${Math.random().toString(36).slice(2)}` });
    list.append(...labels.map((value) => element("option", { value })));
    this.label = element("input", { value: label ?? "", placeholder: "class", autocomplete: "off" });
    this.label.setAttribute("list", list.id);
    this.label.setAttribute("aria-label", "Class to keep the drawing under");
    this.label.addEventListener("keydown", (event) => event.key === "Enter" && this.keep());
    const button = this.button("Keep", `Put the drawing into ${keep}`, () => this.keep());
    this.buttons.push(button);
    return element("div", { className: "whet-drawing-row" }, button, `in ${keep} as`, this.label, list);
  }

  press(event) {
    const action = { Enter: this.predict, Delete: this.clear, Backspace: this.clear, Escape: this.clear }[event.key];
    if (!action) return;
    event.preventDefault();
    action.call(this);
  }

  clear() {
    this.sheet.clear();
    this.answer.replaceChildren();
  }

  predict() {
    return this.send({ ask: "predict" });
  }

  keep() {
    return this.send({ ask: "keep", label: this.label.value.trim() });
  }

  async send(question) {
    for (const button of this.buttons) button.disabled = true;
    this.node.setAttribute("aria-busy", "true");
    const { model, keep, top, center } = this.data;
    const answer = await ask(this.findPanel(), { model, keep, top, center, strokes: this.sheet.text, ...question });
    this.node.removeAttribute("aria-busy");
    for (const button of this.buttons) button.disabled = false;
    if (answer.classes) this.show(answer);
    else this.answer.replaceChildren(answer.problem ?? answer.told ?? "");
  }

  /** Shows the most probable classes, what the network was given, and the line that asks the same again. */
  show({ classes, picture, remark, line }) {
    const rows = classes.flatMap(({ label, share, percent }) => {
      const bar = element("div", { className: "whet-drawing-bar" }, element("div"));
      bar.firstChild.style.width = `${100 * share}%`;
      return [element("span", {}, label), bar, element("span", { className: "whet-drawing-share" }, percent)];
    });
    const seen = element("img", { src: `data:image/png;base64,${picture}`, alt: "The drawing as the model is given it" });
    const answer = element("div", { className: "whet-drawing-answer" }, ...rows);
    this.answer.replaceChildren(
      element("div", { className: "whet-drawing-row" }, seen, answer),
      ...(remark ? [element("div", {}, remark)] : []),
      element("details", {}, element("summary", {}, "As a line to run"), element("code", {}, line)),
    );
  }
}

/** What an output holds, with everything a damaged notebook may lack. */
const checked = (value) => {
  const data = value && typeof value === "object" ? value : {};
  const number = (given, fallback) => (given > 0 && given <= 1000 ? given : fallback);
  const labels = Array.isArray(data.labels) ? data.labels.map(String) : [];
  const [canvas, line] = [number(data.canvas, 224), number(data.line, 15)];
  return { ...data, model: String(data.model ?? ""), canvas, line, labels };
};

export const plugin = async (library) => {
  const [rendermime, notebook, widgets] = await Promise.all(
    ["@jupyterlab/rendermime", "@jupyterlab/notebook", "@lumino/widgets"].map(library),
  );
  return {
    id: "whet:drawing",
    description: "A canvas to draw on for a model.",
    autoStart: true,
    requires: [rendermime.IRenderMimeRegistry, notebook.INotebookTracker],
    activate(_app, registry, tracker) {
      const createRenderer = () =>
        new (class extends widgets.Widget {
          async renderModel(model) {
            const find = () => tracker.find((panel) => panel.node.contains(this.node));
            this.node.replaceChildren(new Board(checked(model.data[MIME_TYPE]), find).node);
          }
        })();
      registry.addFactory({ safe: true, mimeTypes: [MIME_TYPE], defaultRank: 40, createRenderer }, 40);
    },
  };
};
