// The photos of one output as they are marked, relabelled, removed and added, and the bar above them. Each act is a line that a
// cell could hold, which the kernel makes, runs and tells.
//
// What has become of a photo since the cell ran is written below it, as the kernel tells it. Where the cell shows photos class by
// class, it stands among those of its class.

import { upload } from "./camera.js";
import { button, element } from "./elements.js";

export const PHOTO = "[data-whet-photo]";
export const AREA = ".jp-OutputArea-output";
export const CLASS = "[data-whet-class]";

/** The most photos one act names, the most that are dropped at once, and the most of a split whose changes are followed. */
export const [MOST, MOST_DROPPED, MOST_FOLLOWED] = [500, 2000, 10_000];

export const nameOf = (photo) => photo.dataset.whetPhoto;
export const splitOf = (photo) => photo.dataset.whetSplit;

/** The photos of one output, those marked, and the bar above them. */
export class Album {
  constructor(area, page) {
    this.area = area;
    this.page = page;
    this.marked = new Set();
    this.labels = [];
    /** The end of what was asked for last. */
    this.last = Promise.resolve();
    area.classList.add("whet-photo-live");
  }

  get photos() {
    return [...this.area.querySelectorAll(PHOTO)];
  }

  /** Does one thing after the other: what is asked for while an act is under way begins when that has ended. */
  inTurn(action) {
    const done = this.last.then(action);
    this.last = done.catch(() => {});
    return done;
  }

  /** Shows the bar, and asks what there is now. */
  async open(split) {
    if (this.bar?.isConnected && this.split === split) return;
    this.split = split;
    this.build();
    const problem = await this.page.refresh(split);
    if (problem) this.tell(problem, true);
  }

  build() {
    this.bar?.remove();
    this.classes = element("div", { role: "group", "aria-label": "Classes" });
    this.count = element("span");
    this.told = element("div", { className: "whet-photos-told", role: "status" });
    this.line = element("code");
    const removes = button("Remove", "Remove the marked photos (Delete)", () => this.inTurn(() => this.remove()));
    const undo = button("Undo", "Take back the last change (U)", () => this.inTurn(() => this.act({ act: "undo" })));
    const redo = button("Redo", "Do again what was taken back (Shift+U)", () => this.inTurn(() => this.act({ act: "redo" })));
    const copy = button("Copy lines into a new cell", "Insert a cell with the lines of all that was done", () => this.page.insert(this.area));
    const close = button("Done", "Hide this bar (Escape)", () => this.close());
    this.copy = copy;
    this.needMarks = [removes];
    this.bar = element(
      "div", { className: "whet-photos-bar", role: "toolbar", "aria-label": `Photos of ${this.split}` },
      element("div", {}, this.count, this.classes),
      element("div", {}, removes, undo, redo, copy, close),
      this.line, this.told,
    );
    this.area.prepend(this.bar);
    this.showClasses();
    this.showMarks();
  }

  close() {
    for (const photo of [...this.marked]) this.mark(photo, false);
    const { focused } = this;
    this.bar?.remove();
    this.bar = null;
    focused?.focus({ preventScroll: true });
  }

  showClasses() {
    if (!this.bar) return;
    // A button that is taken away while the mouse is pressed on it is never clicked: those that are right stay.
    const shown = [...this.classes.children].map(({ title }) => title);
    const titles = this.labels.map((label) => `Give the marked photos the class ${label}`);
    if (shown.join("\n") === titles.join("\n")) return this.showMarks();
    const buttons = this.labels.map((label, place) => {
      const one = button("", titles[place], () => this.inTurn(() => this.relabel(label)));
      if (place < 9) one.append(element("kbd", {}, String(place + 1)));
      one.append(label);
      return one;
    });
    this.classes.replaceChildren(...buttons);
    for (const part of this.bar.querySelectorAll("button")) part.dataset.lmSuppressShortcuts = "true";
    this.showMarks();
  }

  showMarks() {
    if (!this.bar) return;
    const count = this.dropped?.length ?? this.marked.size;
    if (this.dropped) this.count.textContent = `Add ${count === 1 ? this.dropped[0].file.name : `${count} photos`} as:`;
    else this.count.textContent = count === 0 ? "Mark photos by a click or Space." : `${count} marked:`;
    const isIdle = !this.isBusy;
    for (const one of this.classes.children) one.disabled = !isIdle || count === 0;
    for (const one of this.needMarks) one.disabled = !isIdle || this.marked.size === 0;
    this.copy.disabled = this.page.lines.length === 0;
  }

  // Marking

  mark(photo, isMarked) {
    photo.classList.toggle("whet-photo-marked", isMarked);
    photo.setAttribute("aria-pressed", String(isMarked));
    if (isMarked) this.marked.add(photo);
    else this.marked.delete(photo);
  }

  /** Goes to a photo, so that keys are about it. */
  focus(photo) {
    for (const other of this.area.querySelectorAll(`${PHOTO}[tabindex="0"]`)) other.tabIndex = -1;
    photo.tabIndex = 0;
    this.focused = photo;
    photo.focus({ preventScroll: true });
    photo.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  click(photo, { shiftKey, ctrlKey, metaKey }) {
    if (splitOf(photo) !== this.split) for (const other of [...this.marked]) this.mark(other, false);
    const { photos } = this;
    if (shiftKey && this.focused && photos.includes(this.focused)) {
      const [from, to] = [photos.indexOf(this.focused), photos.indexOf(photo)].sort((a, b) => a - b);
      for (const other of photos.slice(from, to + 1)) if (splitOf(other) === splitOf(photo)) this.mark(other, true);
    } else if (ctrlKey || metaKey) {
      this.mark(photo, !this.marked.has(photo));
    } else {
      const wasAlone = this.marked.size === 1 && this.marked.has(photo);
      for (const other of [...this.marked]) this.mark(other, false);
      this.mark(photo, !wasAlone);
    }
    this.focus(photo);
    this.showMarks();
    return this.open(splitOf(photo));
  }

  press(photo, event) {
    const { key } = event;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    const { photos } = this;
    const place = photos.indexOf(photo);
    if (step) return this.focus(photos[Math.min(Math.max(place + step, 0), photos.length - 1)]);
    if (key === "Home" || key === "End") return this.focus(photos.at(key === "Home" ? 0 : -1));
    if (key === "ArrowUp" || key === "ArrowDown") return this.focus(this.beyond(photo, key === "ArrowUp" ? -1 : 1) ?? photo);
    if (key === "Escape") return this.close();
    // The act before may have led on to another photo.
    const focused = () => (photos.includes(document.activeElement) ? document.activeElement : photo);
    return this.inTurn(() => this.type(focused(), event));
  }

  /** Does what a key says of a photo. */
  async type(photo, event) {
    const { key } = event;
    await this.open(splitOf(photo));
    if (key === " " || key === "Enter") {
      this.mark(photo, !this.marked.has(photo));
      return this.showMarks();
    }
    if (key === "u" || key === "U" || ((event.ctrlKey || event.metaKey) && key === "z")) {
      return this.act({ act: event.shiftKey ? "redo" : "undo" });
    }
    if (this.marked.size === 0) {
      this.mark(photo, true);
      this.showMarks();
      this.goesOnFrom = photo;
    }
    if (key === "Delete" || key === "Backspace") return this.remove();
    const label = this.labels[Number(key) - 1];
    if (label === undefined) return this.tell(`There is no class ${key}.`, true);
    return this.relabel(label);
  }

  /** The photo above or below, as they are seen. */
  beyond(photo, direction) {
    const box = photo.getBoundingClientRect();
    const middle = box.left + box.width / 2;
    let found = null;
    let least = Infinity;
    for (const other of this.photos) {
      const its = other.getBoundingClientRect();
      const down = direction * (its.top - box.top);
      if (down < box.height / 2) continue;
      const far = down * 10 + Math.abs(its.left + its.width / 2 - middle);
      if (far < least) [found, least] = [other, far];
    }
    return found;
  }

  // Acts

  get chosen() {
    return this.photos.filter((photo) => this.marked.has(photo) && splitOf(photo) === this.split);
  }

  relabel(to) {
    if (this.dropped) return this.addDropped(to);
    return this.actOnMarked({ act: "relabel", to });
  }

  remove() {
    return this.actOnMarked({ act: "remove" });
  }

  async actOnMarked(act) {
    const { chosen } = this;
    if (chosen.length > MOST) return this.tell(`At most ${MOST} photos at once.`, true);
    const photos = chosen.map((photo) => ({ name: nameOf(photo), label: photo.dataset.whetNow ?? photo.dataset.whetLabel ?? "" }));
    // Whoever labels by keys is led to the photo that is the next one now, before this one moves.
    const { photos: all, goesOnFrom } = this;
    const next = goesOnFrom && chosen.length === 1 ? (all[all.indexOf(goesOnFrom) + 1] ?? goesOnFrom) : null;
    this.goesOnFrom = null;
    const isDone = await this.act({ ...act, split: this.split, photos });
    if (!isDone) return;
    for (const photo of chosen) this.mark(photo, false);
    this.showMarks();
    if (next) this.focus(next);
  }

  async act(act) {
    this.isBusy = true;
    this.bar?.setAttribute("aria-busy", "true");
    this.showMarks();
    const answer = await this.page.channel.ask({ ask: "act", ...act });
    this.isBusy = false;
    this.bar?.removeAttribute("aria-busy");
    if (answer.line) this.line.textContent = answer.line;
    this.tell(answer.problem ?? answer.told ?? "", Boolean(answer.problem));
    if (!answer.problem) {
      this.page.lines.push(answer.line);
      // A kernel that was restarted meanwhile does not know yet what the page shows.
      if (!this.page.followed.has(this.split)) await this.page.refresh(this.split);
    }
    this.showMarks();
    return !answer.problem;
  }

  // Photos from elsewhere

  /** Adds photos to a class; to that of its folder, where a folder is called like a class; asks where neither is known. */
  async drop(files, { split, label }) {
    if (files.length === 0) return;
    await this.open(split);
    if (files.length > MOST_DROPPED) return this.tell(`At most ${MOST_DROPPED} photos at once.`, true);
    for (const one of files) one.label = one.folders.findLast((name) => this.labels.includes(name)) ?? label;
    const known = files.filter((one) => one.label !== undefined);
    const unknown = files.filter((one) => one.label === undefined);
    await this.inTurn(() => this.add(known));
    if (unknown.length === 0) return;
    this.dropped = unknown;
    this.showMarks();
    this.tell("Which class do they show?");
  }

  addDropped(label) {
    const files = this.dropped.map((one) => ({ ...one, label }));
    this.dropped = null;
    return this.add(files);
  }

  async add(files) {
    if (files.length === 0) return;
    this.isBusy = true;
    this.bar?.setAttribute("aria-busy", "true");
    this.showMarks();
    let count = 0;
    const problems = [];
    for (const { file, label } of files) {
      this.tell(`Adding ${file.name} (${count + problems.length + 1} of ${files.length})`);
      const { word, problem } = await upload(this.page.channel, file, file.name);
      const answer = word
        ? await this.page.channel.ask({ ask: "act", act: "add", split: this.split, upload: word, label })
        : { problem };
      if (answer.problem) {
        problems.push(`${file.name}: ${answer.problem}`);
        continue;
      }
      count += 1;
      this.line.textContent = answer.line;
      this.page.lines.push(answer.line);
      this.showAdded(file, label, /^(\S+\.jpg) \(/.exec(answer.told ?? "")?.[1]);
    }
    this.isBusy = false;
    this.bar?.removeAttribute("aria-busy");
    const done = count === 1 ? `1 photo is added to ${this.split}.` : `${count} photos are added to ${this.split}.`;
    this.tell([done, ...problems].join("\n"), problems.length > 0);
    this.showMarks();
  }

  /** Shows an added photo last in its class. */
  showAdded(file, label, name) {
    const place = [...this.area.querySelectorAll(CLASS)].find((one) => one.dataset.whetLabel === label && splitOf(one) === this.split);
    const grid = place?.lastElementChild;
    if (!grid) return;
    const picture = element("img", { src: URL.createObjectURL(file), alt: file.name, title: `${file.name}, ${label}` });
    Object.assign(picture.style, { display: "block", width: "100%", height: "auto", borderRadius: "3px" });
    if (name) Object.assign(picture.dataset, { whetPhoto: name, whetSplit: this.split, whetLabel: label, whetAdded: "" });
    grid.append(element("span", { style: "min-width:0" }, picture, element("span", { className: "whet-photo-note" }, "added")));
  }

  tell(text, isProblem = false) {
    if (!this.bar) return;
    this.told.textContent = text;
    this.told.classList.toggle("whet-photos-problem", isProblem);
  }
}
