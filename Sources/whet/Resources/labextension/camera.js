// A camera whose photos become those of a dataset: a preview, a button and a number for each class, and what models see, side
// by side. Photos can be chosen as files, dropped and pasted, too.
//
// Each photo that is kept goes to the kernel in pieces and is added there by a line of add.

import { button, element } from "./elements.js";

const STYLE = `
.whet-camera { display: flex; flex-wrap: wrap; gap: 12px 24px; align-items: flex-start; }
.whet-camera-view { position: relative; width: 320px; max-width: 100%; }
.whet-camera-view :is(video, img) { display: block; width: 100%; border-radius: 3px; background: #000; min-height: 120px; }
.whet-camera-view :is(video, img)[hidden] { display: none; }
.whet-camera-view video.whet-camera-mirrored { transform: scaleX(-1); }
.whet-camera-view:focus-visible { outline: 2px solid var(--jp-brand-color1); outline-offset: 2px; }
.whet-camera-flash { box-shadow: 0 0 0 4px var(--jp-brand-color1); }
.whet-camera-over { box-shadow: 0 0 0 4px var(--jp-warn-color1); }
.whet-camera-side { display: flex; flex-direction: column; gap: 8px; flex: 1 1 280px; min-width: 0; }
.whet-camera kbd { font: inherit; font-size: 11px; border: 1px solid var(--jp-border-color1); border-radius: 2px;
  padding: 0 4px; margin-right: 4px; }
.whet-camera-models { display: flex; flex-wrap: wrap; gap: 12px; }
.whet-camera-model { flex: 1 1 180px; max-width: 280px; }
.whet-camera-answer { display: grid; grid-template-columns: minmax(3em, auto) 1fr auto; gap: 3px 8px; align-items: center; }
.whet-camera-bar { height: 9px; background: var(--jp-layout-color3); }
.whet-camera-bar > div { height: 100%; background: #1f77b4; }
.whet-camera-share { text-align: right; font-variant-numeric: tabular-nums; }
@media (prefers-reduced-motion: no-preference) { .whet-camera-bar > div { transition: width 0.15s; } }
`;

/** The size of a piece, in bytes: servers close a connection at 10 MB. */
const PIECE = 1 << 20;
/** The longest side of a kept frame, and of one that models look at. */
const [KEPT, LOOKED_AT] = [640, 320];
/** The shortest time between two looks, in milliseconds. */
const PAUSE = 200;

/** Why there is no picture, by the error's name. */
const REASONS = {
  NotAllowedError:
    "The browser may not use the camera. Allow it at the camera's sign beside the page's address, and press Start camera again. Files work without it.",
  NotFoundError: "No camera was found. Plug one in and press Start camera again. Files work without it.",
  NotReadableError: "The camera is used by another program. Close that, and press Start camera again. Files work meanwhile.",
};
const INSECURE =
  "The browser gives its camera only to pages of this machine (http://localhost) and to pages over HTTPS. Open JupyterLab so, or choose files.";

/** Sends a photo in pieces; the word the kernel knows it by, or a problem. */
export const upload = async (channel, blob, name) => {
  const word = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
  const bytes = await blob.arrayBuffer();
  const parts = Math.max(1, Math.ceil(bytes.byteLength / PIECE));
  for (let part = 0; part < parts; part += 1) {
    const piece = bytes.slice(part * PIECE, (part + 1) * PIECE);
    const { problem } = await channel.ask({ ask: "piece", upload: word, name, part, parts }, [piece]);
    if (problem) return { problem };
  }
  return { word };
};

/** The files of a drop or a paste that may be photos. */
export const photosOf = (files) =>
  [...(files ?? [])].filter((file) => file.type.startsWith("image/") || /\.(jpe?g|png|heic|heif|avif|webp|tiff?|gif|bmp)$/i.test(file.name));

/** A name for a frame: the time it was taken. */
const frameName = () => `${new Date().toISOString().replace(/[:.]/g, "-").replace("T", "_").replace("Z", "")}.jpg`;

export const camera = (data, host) => new Camera(data, host);

const texts = (value) => (Array.isArray(value) ? value.map(String) : []);

class Camera {
  constructor(data, host) {
    this.host = host;
    this.split = String(data.split ?? "");
    this.classes = texts(data.classes);
    this.models = texts(data.models);
    this.waiting = [];
    this.build();
  }

  build() {
    this.video = element("video", { muted: true, playsInline: true, autoplay: true, hidden: true, className: "whet-camera-mirrored" });
    this.still = element("img", { hidden: true, alt: "The photo to be kept" });
    this.view = element("div", {
      className: "whet-camera-view", tabIndex: 0, role: "group",
      "aria-label": "Preview. Numbers keep the photo under a class; photos can be dropped and pasted here.",
    }, this.video, this.still);
    this.view.addEventListener("keydown", (event) => this.press(event));
    this.view.addEventListener("dragover", (event) => this.over(event, true));
    this.view.addEventListener("dragleave", (event) => this.over(event, false));
    this.view.addEventListener("drop", (event) => {
      this.over(event, false);
      this.take(photosOf(event.dataTransfer.files));
    });
    this.view.addEventListener("paste", (event) => this.take(photosOf(event.clipboardData.files)));
    this.startButton = button("Start camera", "Show the camera's picture; the browser asks first", () => this.start());
    this.stopButton = button("Stop camera", "Give the camera back", () => this.stop());
    this.picker = element("input", { type: "file", accept: "image/*,.heic,.heif,.avif,.tif,.tiff", multiple: true, hidden: true, "aria-label": "Photos from files" });
    this.picker.addEventListener("change", () => {
      this.take([...this.picker.files]);
      this.picker.value = "";
    });
    const choose = button("Choose files …", "Take photos from files", () => this.picker.click());
    this.classRow = element("div", { className: "whet-touch-row", role: "group", "aria-label": `Keep in ${this.split} as` });
    this.newClass = element("input", { placeholder: "new class", autocomplete: "off", "aria-label": "New class" });
    this.newClass.addEventListener("keydown", (event) => event.key === "Enter" && this.addClass());
    const addClass = button("Add class", "Offer one more class (class … add=)", () => this.addClass());
    this.undo = button("Undo", "Take back the last photo (undo)", () => this.host.act({ act: "undo" }));
    this.answers = element("div", { className: "whet-camera-models", "aria-live": "off" });
    this.state = element("div", { role: "status" });
    const side = element(
      "div", { className: "whet-camera-side" },
      element("div", { className: "whet-touch-row" }, this.startButton, this.stopButton, choose, this.picker),
      element("div", {}, `Keep in ${this.split} as`), this.classRow,
      element("div", { className: "whet-touch-row" }, this.newClass, addClass, this.undo),
      this.state, this.host.told, this.host.record, this.answers,
    );
    this.node = element("div", { className: "whet-camera", role: "group", "aria-label": `Photos for ${this.split}` });
    this.node.append(element("style", {}, STYLE), this.view, side);
    this.showClasses();
    this.arrange();
  }

  showClasses() {
    this.classRow.replaceChildren(
      ...this.classes.map((label, place) => {
        const one = button("", `Keep the photo as ${label}`, () => this.keep(label));
        if (place < 9) one.append(element("kbd", {}, String(place + 1)));
        one.append(label);
        one.dataset.lmSuppressShortcuts = "true";
        return one;
      }),
    );
    if (this.classes.length === 0) this.classRow.replaceChildren("No class yet: name one below.");
  }

  arrange() {
    const isLive = Boolean(this.stream);
    this.startButton.disabled = isLive || this.isStarting;
    this.stopButton.disabled = !isLive;
    this.video.hidden = !isLive || this.waiting.length > 0;
    this.still.hidden = this.waiting.length === 0;
    const hasPicture = isLive || this.waiting.length > 0;
    for (const one of this.classRow.querySelectorAll("button")) one.disabled = this.isBusy || !hasPicture;
    if (this.waiting.length > 0) {
      this.state.textContent = `${this.waiting[0].name}${this.waiting.length > 1 ? `, ${this.waiting.length - 1} more` : ""}`;
    } else if (!this.stream && !this.reason) {
      this.state.textContent = "Start the camera, or choose, drop or paste photos.";
    } else {
      this.state.textContent = this.reason ?? "";
    }
  }

  over(event, isOver) {
    event.preventDefault();
    event.stopPropagation();
    this.view.classList.toggle("whet-camera-over", isOver);
  }

  // The camera

  async start() {
    this.reason = null;
    if (!navigator.mediaDevices?.getUserMedia) {
      this.reason = INSECURE;
      return this.arrange();
    }
    this.isStarting = true;
    this.arrange();
    try {
      this.stream = await navigator.mediaDevices.getUserMedia({ video: { width: { ideal: 1280 }, facingMode: "user" }, audio: false });
      for (const track of this.stream.getVideoTracks()) track.addEventListener("ended", () => this.stop());
      this.video.srcObject = this.stream;
      await this.video.play();
    } catch (error) {
      this.stop();
      this.reason = REASONS[error.name] ?? `The camera does not answer: ${error.message}. Files work without it.`;
    }
    this.isStarting = false;
    this.arrange();
    if (this.isOver) this.stop();
    else this.look();
  }

  stop() {
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    this.stream = null;
    this.video.srcObject = null;
    this.arrange();
  }

  /** The present frame as a JPEG. */
  frame(side) {
    const { videoWidth, videoHeight } = this.video;
    const factor = Math.min(1, side / Math.max(videoWidth, videoHeight, 1));
    const canvas = element("canvas", { width: Math.round(videoWidth * factor), height: Math.round(videoHeight * factor) });
    canvas.getContext("2d").drawImage(this.video, 0, 0, canvas.width, canvas.height);
    return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.92));
  }

  /** Asks the models about what is seen, again and again. */
  async look() {
    if (this.isLooking || this.models.length === 0) return;
    this.isLooking = true;
    while (this.stream && !this.isOver) {
      if (!document.hidden && !this.isBusy && this.waiting.length === 0 && this.video.videoWidth > 0) {
        await this.ask(await this.frame(LOOKED_AT));
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    this.isLooking = false;
  }

  /** Has the models say what a photo shows. */
  async ask(blob) {
    if (!blob || this.models.length === 0) return;
    const { word, problem } = await upload(this.host.channel, blob, "photo.jpg");
    const answer = word ? await this.host.channel.ask({ ask: "predict", models: this.models, upload: word }) : { problem };
    if (answer.problem) this.host.tell(answer.problem, true);
    else this.showAnswers(answer.answers);
  }

  showAnswers(answers) {
    this.answers.replaceChildren(
      ...answers.map(({ model, classes, problem }) => {
        const rows = (classes ?? []).flatMap(({ label, share, percent }) => {
          const bar = element("div", { className: "whet-camera-bar" }, element("div"));
          bar.firstChild.style.width = `${100 * share}%`;
          return [element("span", {}, label), bar, element("span", { className: "whet-camera-share" }, percent)];
        });
        return element(
          "div", { className: "whet-camera-model" }, element("b", {}, model),
          problem ? element("div", {}, problem) : element("div", { className: "whet-camera-answer" }, ...rows));
      }),
    );
  }

  // Files

  /** Photos from files, one after the other in place of the camera's picture. */
  take(files) {
    if (files.length === 0) return;
    this.waiting.push(...files);
    this.showWaiting();
  }

  showWaiting() {
    URL.revokeObjectURL(this.still.src);
    const [file] = this.waiting;
    if (file) {
      this.still.src = URL.createObjectURL(file);
      this.still.alt = file.name;
      this.ask(file);
    }
    this.arrange();
  }

  // Keeping

  press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "u") this.host.act({ act: "undo" });
    const label = this.classes[Number(event.key) - 1];
    if (!/^[1-9u]$/.test(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "u") return;
    if (label === undefined) this.host.tell(`There is no class ${event.key}.`, true);
    else this.keep(label);
  }

  async keep(label) {
    if (this.isBusy || !(this.stream || this.waiting.length > 0)) return;
    this.isBusy = true;
    this.arrange();
    const [file] = this.waiting;
    const blob = file ?? (await this.frame(KEPT));
    this.view.classList.add("whet-camera-flash");
    setTimeout(() => this.view.classList.remove("whet-camera-flash"), 200);
    const answer = await this.add(blob, file?.name ?? frameName(), label);
    this.isBusy = false;
    if (!answer.problem && file) {
      this.waiting.shift();
      this.showWaiting();
    }
    this.arrange();
    this.look();
  }

  /** Adds a photo by a line, and its class by one before where the dataset has not got it yet. */
  async add(blob, name, label) {
    const made = await this.make(label);
    if (made.problem) return made;
    const { word, problem } = await upload(this.host.channel, blob, name);
    if (word) return this.host.act({ act: "add", split: this.split, upload: word, label });
    this.host.tell(problem, true);
    return { problem };
  }

  /** Makes a class by a line, where the dataset is without it. A dataset that is not there is made with its first photo. */
  async make(label) {
    const dataset = this.split.split(".")[0];
    for (const split of new Set([this.split, `${dataset}.train`])) {
      const { problem, labels } = await this.host.channel.ask({ ask: "photos", split, photos: [] });
      if (!problem) return labels.includes(label) ? {} : this.host.act({ act: "addClass", dataset, label });
    }
    return {};
  }

  async addClass() {
    const label = this.newClass.value.trim();
    if (!label) return this.host.tell("A class needs a name.", true);
    if (!this.classes.includes(label)) {
      const made = await this.make(label);
      if (made.problem) return;
      this.classes.push(label);
    }
    this.newClass.value = "";
    this.showClasses();
    this.arrange();
  }

  end() {
    this.isOver = true;
    this.stop();
    URL.revokeObjectURL(this.still.src);
  }
}
