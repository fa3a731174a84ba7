// Controls of a training: its settings, start, pause, continue and reset, the live curve, and the line it stands for.
//
// What the network allows comes with the output; how it stands is told by the kernel from the moment the view is open, also
// where a cell or another page has changed it.

import { button, element } from "./elements.js";

const WAYS = [
  ["flipHorizontal", "flip left and right"], ["flipVertical", "flip top and bottom"], ["rotate(15)", "rotate by 15°"],
  ["zoom(0.1)", "zoom by 10 %"], ["crop", "crop"], ["shift(0.1)", "shift by 10 %"], ["color(0.1)", "colours by 10 %"],
  ["brightness(0.2)", "brightness by 20 %"], ["blur(1)", "blur by 1 pixel"],
];

const STYLE = `
.whet-controls { display: flex; flex-wrap: wrap; gap: 12px 24px; align-items: flex-start; }
.whet-controls-settings { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 8px 12px; align-items: center;
  flex: 1 1 340px; min-width: 0; max-width: 520px; }
.whet-controls-settings > :is(label, span) { color: var(--jp-content-font-color2); }
.whet-controls-wide { grid-column: 1 / -1; }
.whet-controls-rate { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.whet-controls-rate input[type=range] { flex: 1; min-width: 80px; accent-color: var(--jp-brand-color1); }
.whet-controls-rate input[type=text] { width: 7.5em; font-variant-numeric: tabular-nums; }
.whet-controls-ways { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(165px, 100%), 1fr)); gap: 2px 8px; }
.whet-controls-ways label { display: flex; gap: 6px; align-items: center; white-space: nowrap; color: var(--jp-content-font-color1); }
.whet-controls-ways input { accent-color: var(--jp-brand-color1); margin: 0; }
.whet-controls-figure { flex: 3 1 480px; min-width: 0; overflow-x: auto; }
.whet-controls-primary:enabled { background: var(--jp-brand-color1) !important; color: var(--jp-ui-inverse-font-color1) !important;
  border-color: var(--jp-brand-color1) !important; }
`;

/** The exponents of the learning rates a slider reaches, where the network says nothing. */
const [LEAST, MOST] = [-6, 0];

/** A learning rate with six decimals where that says it, else with an exponent. */
const rateText = (rate) => (rate >= 1e-6 && rate < 1000 && Number(rate.toFixed(6)) === rate ? rate.toFixed(6) : String(rate));

/** What a slider's place stands for: three digits, and no more than six decimals. */
const rounded = (rate) => (rate >= 1e-6 ? Number(Number(rate.toPrecision(3)).toFixed(6)) : Number(rate.toPrecision(1)));

const isNumber = (value) => typeof value === "number" && Number.isFinite(value);
const texts = (value) => (Array.isArray(value) ? value.map(String) : []);

export const controls = (data, host) => new Controls(data, host);

class Controls {
  constructor(data, host) {
    this.host = host;
    this.model = String(data.model ?? "");
    this.on = String(data.on ?? "");
    this.validate = texts(data.validate);
    this.allowed = data.allowed && typeof data.allowed === "object" ? data.allowed : {};
    this.standing = "unknown";
    this.build(data);
    this.lineText.textContent = String(data.line ?? "");
    this.arrange();
  }

  // What is seen

  build(data) {
    const number = (value, fallback) => (isNumber(value) ? value : fallback);
    this.epochs = this.count("epochs", number(data.epochs, 10), "Epochs");
    this.miniBatchSize = this.count("miniBatchSize", number(data.miniBatchSize, 8), "Mini-batch");
    const range = this.allowed.learningRate ?? {};
    const exponent = (value, fallback) => (isNumber(value) && value > 0 ? Math.log10(value) : fallback);
    this.slider = element("input", {
      type: "range", min: Math.max(exponent(range.least, LEAST), -9), max: exponent(range.most, MOST), step: 0.01,
      "aria-label": "Learning rate, logarithmic",
    });
    this.rate = element("input", { type: "text", inputMode: "decimal", autocomplete: "off", "aria-label": "Learning rate" });
    this.setRate(number(data.learningRate, 0.001));
    this.slider.addEventListener("input", () => this.setRate(rounded(10 ** Number(this.slider.value)), false));
    this.slider.addEventListener("change", () => this.rateChanged());
    this.rate.addEventListener("change", () => this.rateTyped());
    this.ways = element("div", { className: "whet-controls-ways", role: "group", "aria-label": "Augmentation" });
    this.showWays(texts(data.augment));
    this.start = button("Start", "Train in the background (a line of train)", () => this.begins());
    this.start.classList.add("whet-controls-primary");
    this.pause = button("Pause", "Stop within a mini-batch and keep what was learnt (stop)", () => this.act({ act: "pause" }));
    this.reset = button("Reset", "Return to the first weights (reset); undo takes it back", () => this.act({ act: "reset" }));
    this.undo = button("Undo", "Take back the last change (undo)", () => this.act({ act: "undo" }));
    this.state = element("div", { className: "whet-controls-wide", role: "status" });
    this.lineText = element("code");
    this.copy = button("Copy into a new cell", "Insert a cell with this line below", () => this.host.insert(this.lineText.textContent));
    this.figure = element("div", { className: "whet-controls-figure", tabIndex: 0, role: "region", "aria-label": "Curves and table of the training" });
    const settings = element("div", { className: "whet-controls-settings" });
    const row = (label, input) => {
      const id = `whet-${Math.random().toString(36).slice(2)}`;
      const named = input.matches("input, select");
      if (named) input.id = id;
      settings.append(element(named ? "label" : "span", named ? { htmlFor: id } : {}, label), input);
    };
    row("Epochs", this.epochs);
    row("Learning rate", element("div", { className: "whet-controls-rate" }, this.slider, this.rate));
    row("Mini-batch", this.miniBatchSize);
    row("Augmentation", this.ways);
    settings.append(
      element("div", { className: "whet-controls-wide whet-touch-row" }, this.start, this.pause, this.reset, this.undo),
      this.state,
      element("div", { className: "whet-controls-wide whet-touch-line" }, this.lineText, this.copy),
    );
    this.host.told.classList.add("whet-controls-wide");
    this.host.record.classList.add("whet-controls-wide");
    settings.append(this.host.told, this.host.record);
    for (const part of [this.epochs, this.miniBatchSize]) part.addEventListener("change", () => this.settingsChanged());
    this.ways.addEventListener("change", () => this.settingsChanged());
    this.node = element("div", { className: "whet-controls", role: "group", "aria-label": `Training of ${this.model}` });
    this.node.append(element("style", {}, STYLE), settings, this.figure);
  }

  /** A field for a whole number: a list where the network allows certain values alone. */
  count(name, value, label) {
    const { values, least, most } = this.allowed[name] ?? {};
    if (Array.isArray(values) && values.length > 0) {
      const select = element("select", { "aria-label": label });
      const shown = values.includes(value) ? values : [...values, value].sort((a, b) => a - b);
      select.append(...shown.map((one) => element("option", { value: one, textContent: one })));
      select.value = String(value);
      return select;
    }
    return element("input", {
      type: "number", min: Math.max(least ?? 1, 1), max: most ?? 1_000_000, step: 1, value, "aria-label": label,
    });
  }

  showWays(chosen) {
    const known = WAYS.map(([way]) => way);
    const ways = [...WAYS, ...chosen.filter((way) => !known.includes(way)).map((way) => [way, way])];
    this.ways.replaceChildren(
      ...ways.map(([value, text]) =>
        element("label", {}, element("input", { type: "checkbox", value, checked: chosen.includes(value) }), text)),
    );
    for (const box of this.ways.querySelectorAll("input")) box.dataset.lmSuppressShortcuts = "true";
  }

  setRate(rate, movesSlider = true) {
    this.learningRate = rate;
    this.rate.value = rateText(rate);
    if (movesSlider) this.slider.value = String(Math.log10(Math.max(rate, 1e-12)));
    this.slider.setAttribute("aria-valuetext", this.rate.value);
  }

  // What is set

  get settings() {
    return {
      model: this.model, on: this.on, validate: this.validate, epochs: Math.round(Number(this.epochs.value)),
      learningRate: this.learningRate, miniBatchSize: Math.round(Number(this.miniBatchSize.value)),
      augment: [...this.ways.querySelectorAll("input:checked")].map((box) => box.value),
    };
  }

  rateTyped() {
    const rate = Number(this.rate.value.trim().replace(",", "."));
    if (!(rate >= 0)) {
      this.host.tell(`"${this.rate.value}" is no learning rate. For example: 0.0001`, true);
      this.rate.value = rateText(this.learningRate);
      return;
    }
    this.setRate(rate);
    this.rateChanged();
  }

  rateChanged() {
    if (this.standing === "training") this.act({ act: "setRate", learningRate: this.learningRate });
    else this.settingsChanged();
  }

  /** Has the kernel write the line that the settings stand for. */
  async settingsChanged() {
    const { line, problem } = await this.host.channel.ask({ ask: "line", ...this.next });
    if (line) this.lineText.textContent = line;
    if (problem) this.host.tell(problem, true);
  }

  /** What Start does. */
  get next() {
    if (this.standing !== "stopped") return { act: "train", ...this.settings };
    return { act: "goOn", model: this.model, learningRate: this.learningRate };
  }

  // What is done

  begins() {
    return this.act(this.next);
  }

  async act(act) {
    this.isBusy = true;
    this.arrange();
    await this.host.act({ model: this.model, ...act });
    this.isBusy = false;
    this.arrange();
  }

  // How the network stands

  async begin() {
    const { channel } = this.host;
    channel.onTold = (told) => this.hear(told);
    channel.onLost = () => {
      this.standing = "unknown";
      this.arrange();
      this.watchSoon();
    };
    await this.watch();
  }

  end() {
    clearTimeout(this.timer);
    this.isOver = true;
  }

  /** Asks to be told how the network stands; again and again while there is no kernel that could. */
  async watch() {
    if (this.isOver) return;
    const { channel } = this.host;
    if (channel.kernel && !channel.comm) {
      const { problem, told } = await channel.ask({ ask: "watch", model: this.model });
      if (told) this.host.tell(told);
      if (!problem) return;
    }
    this.watchSoon();
  }

  watchSoon() {
    clearTimeout(this.timer);
    if (!this.isOver) this.timer = setTimeout(() => this.watch(), 1000);
  }

  hear({ state, figure }) {
    if (typeof figure === "string" && this.standing !== "ready") this.showFigure(figure);
    if (!state) return;
    const before = this.standing;
    this.standing = state.standing;
    this.state.textContent = state.told;
    if (state.figure) this.showFigure(state.figure);
    else if (state.standing !== "training") this.showFigure("");
    if (state.settings && before !== state.standing) this.take(state.settings);
    this.arrange();
    if (before !== state.standing) this.settingsChanged();
  }

  /** Shows the settings that the last training had, where that is one of now. */
  take(settings) {
    if (!["training", "stopped"].includes(this.standing)) return;
    this.setRate(settings.learningRate);
    for (const name of ["epochs", "miniBatchSize"]) {
      const field = this[name];
      const value = String(settings[name]);
      if (field.matches("select") && ![...field.options].some((option) => option.value === value)) {
        field.append(element("option", { value, textContent: value }));
      }
      field.value = value;
    }
    this.showWays(texts(settings.augment));
  }

  showFigure(html) {
    const { scrollTop } = this.figure;
    this.figure.innerHTML = html;
    this.figure.scrollTop = scrollTop;
  }

  arrange() {
    const { standing } = this;
    const isFixed = standing === "training" || standing === "stopped";
    const isReady = !this.isBusy && ["ready", "stopped"].includes(standing);
    this.start.textContent = standing === "stopped" ? "Continue" : "Start";
    this.start.disabled = !isReady;
    this.pause.disabled = this.isBusy || standing !== "training";
    this.reset.disabled = this.undo.disabled = !isReady;
    for (const part of [this.epochs, this.miniBatchSize, ...this.ways.querySelectorAll("input")]) {
      part.disabled = isFixed;
      part.title = isFixed ? "Fixed until the training has come to its end, or Reset" : "";
    }
    if (standing === "unknown") this.state.textContent = `${this.model}: waiting for the kernel`;
  }
}
