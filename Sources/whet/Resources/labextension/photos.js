// Photos that are touched where show, gallery and check show them: what is clicked, typed, dropped and pasted in a notebook goes to
// the album of its output. Photos from elsewhere, and folders of them, are dropped onto a class, or pasted, and added there.

import { Album, AREA, CLASS, MOST_DROPPED, MOST_FOLLOWED, nameOf, PHOTO, splitOf } from "./album.js";
import { photosOf } from "./camera.js";
import { Channel } from "./channel.js";
import { element } from "./elements.js";

const STYLE = `
.whet-photo-live [data-whet-photo] { cursor: pointer; }
[data-whet-photo]:focus-visible { outline: 3px solid var(--jp-brand-color1); outline-offset: 1px; }
[data-whet-photo].whet-photo-marked { box-shadow: 0 0 0 3px var(--jp-warn-color1); }
[data-whet-photo].whet-photo-removed { opacity: 0.25; }
.whet-photo-over { outline: 3px dashed var(--jp-warn-color1); outline-offset: 2px; }
.whet-photo-note { display: block; font-size: 11px; line-height: 1.3; font-weight: 600; overflow: hidden; text-overflow: ellipsis;
  white-space: nowrap; color: var(--jp-content-font-color1); }
.whet-photos-bar { position: sticky; top: 0; z-index: 2; display: flex; flex-direction: column; gap: 6px; padding: 8px;
  margin: 0 0 8px 0; background: var(--jp-layout-color1); border: 1px solid var(--jp-border-color1); border-radius: 3px;
  color: var(--jp-content-font-color1); font-size: var(--jp-content-font-size1); }
.whet-photos-bar > div { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; }
.whet-photos-bar button { font: inherit; padding: 2px 10px; border: 1px solid var(--jp-border-color1); border-radius: 2px;
  color: inherit; background: var(--jp-layout-color2); cursor: pointer; }
.whet-photos-bar button:hover:enabled { background: var(--jp-layout-color3); }
.whet-photos-bar button:disabled { opacity: 0.65; cursor: default; }
.whet-photos-bar button:focus-visible { outline: 2px solid var(--jp-brand-color1); outline-offset: 1px; }
.whet-photos-bar kbd { font: inherit; font-size: 11px; border: 1px solid var(--jp-border-color1); border-radius: 2px; padding: 0 4px;
  margin-right: 4px; }
.whet-photos-bar code { overflow-wrap: anywhere; user-select: all; }
.whet-photos-told { min-height: 1.4em; white-space: pre-wrap; }
.whet-photos-problem { border-left: 3px solid var(--jp-error-color1); padding-left: 8px; }
`;

/** What is touched in one open notebook. */
class Page {
  constructor(panel, notebook) {
    this.panel = panel;
    this.notebook = notebook;
    this.channel = new Channel(() => panel);
    /** The photos the kernel was asked to tell of, by their splits, and those it tells of since its answer. */
    this.asked = new Map();
    this.followed = new Map();
    this.channel.onTold = (told) => told.photos && this.apply(told);
    this.channel.onLost = () => {
      this.asked.clear();
      this.followed.clear();
    };
    this.albums = new WeakMap();
    this.lines = [];
    const { node } = panel;
    node.addEventListener("click", (event) => this.onPhoto(event, (album, photo) => album.click(photo, event)));
    node.addEventListener("keydown", (event) => this.press(event));
    node.addEventListener("dragover", (event) => this.over(event));
    node.addEventListener("dragleave", (event) => this.showTarget(null));
    node.addEventListener("drop", (event) => this.drop(event));
    node.addEventListener("paste", (event) => this.paste(event));
    // Outputs come and go: each lets its first photo be reached by Tab.
    this.observer = new MutationObserver(() => this.prepareSoon());
    this.observer.observe(node, { childList: true, subtree: true });
    panel.disposed.connect(() => {
      this.observer.disconnect();
      clearTimeout(this.timer);
      this.channel.close();
    });
    this.prepareSoon();
  }

  prepareSoon() {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      for (const photo of this.panel.node.querySelectorAll(`${PHOTO}:not([tabindex])`)) {
        const area = photo.closest(AREA);
        const isFirst = area && !area.querySelector(`${PHOTO}[tabindex]`);
        photo.tabIndex = isFirst ? 0 : -1;
        photo.setAttribute("role", "button");
        photo.setAttribute("aria-pressed", "false");
        photo.setAttribute("aria-label", `${nameOf(photo)}, ${photo.dataset.whetLabel}`);
        // Keys pressed here are not JupyterLab's. It asks the focused element alone.
        photo.dataset.lmSuppressShortcuts = "true";
        if (area) this.album(area);
      }
      this.follow();
    }, 150);
  }

  /** The names of all photos shown of each split. */
  get shown() {
    const names = new Map();
    for (const photo of this.panel.node.querySelectorAll(PHOTO)) {
      if (photo.closest(AREA)) names.set(splitOf(photo), (names.get(splitOf(photo)) ?? new Set()).add(nameOf(photo)));
    }
    return names;
  }

  /** Asks how photos that have come into the page stand, and to be told of every change. */
  follow() {
    for (const [split, names] of this.shown) {
      const known = this.asked.get(split);
      if (!known || [...names].some((name) => !known.has(name))) this.ask(split, names, true);
    }
  }

  async ask(split, names, isUnasked) {
    this.asked.set(split, names);
    const followed = [...names].slice(0, MOST_FOLLOWED);
    const answer = await this.channel.ask({ ask: "photos", split, photos: followed, isUnasked });
    if (answer.problem) this.asked.delete(split);
    else this.followed.set(split, new Set(followed));
    if (answer.photos) this.apply(answer);
    return answer;
  }

  album(area) {
    const album = this.albums.get(area) ?? new Album(area, this);
    this.albums.set(area, album);
    return album;
  }

  onPhoto(event, action) {
    const photo = event.target.closest?.(PHOTO);
    const area = photo?.closest(AREA);
    if (!area) return false;
    event.preventDefault();
    action(this.album(area), photo);
    return true;
  }

  press(event) {
    const photo = event.target;
    if (!photo.matches?.(PHOTO) || event.altKey) return;
    const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
    if ((event.ctrlKey || event.metaKey) && !isUndo) return;
    const isOurs = /^([1-9 uU]|Arrow\w+|Home|End|Enter|Delete|Backspace|Escape)$/.test(event.key) || isUndo;
    if (isOurs && this.onPhoto(event, (album) => album.press(photo, event))) event.stopPropagation();
  }

  /** Where something would be dropped: the output, the split, and the class where one is meant. */
  target(node) {
    const area = node.closest?.(AREA);
    if (!area) return null;
    const place = node.closest(CLASS) ?? node.closest(PHOTO);
    if (place) return { area, place, split: splitOf(place), label: place.dataset.whetLabel };
    // Beside the classes it is the dataset that is meant, of which only show lays out classes.
    const first = area.querySelector(CLASS);
    return first ? { area, place: area, split: splitOf(first) } : null;
  }

  showTarget(place) {
    if (this.marked === place) return;
    this.marked?.classList.remove("whet-photo-over");
    place?.classList.add("whet-photo-over");
    this.marked = place;
  }

  over(event) {
    const target = event.dataTransfer?.types.includes("Files") ? this.target(event.target) : null;
    this.showTarget(target?.place ?? null);
    if (!target) return;
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = "copy";
  }

  async drop(event) {
    this.showTarget(null);
    const target = this.target(event.target);
    if (!target || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    event.stopPropagation();
    const files = await dropped(event.dataTransfer);
    const album = this.album(target.area);
    await album.drop(files, target);
    if (files.length === 0) {
      await album.open(target.split);
      album.tell("There is no photo in what was dropped.", true);
    }
  }

  paste(event) {
    const files = photosOf(event.clipboardData?.files).map((file) => ({ file, folders: [] }));
    const target = files.length > 0 ? this.target(event.target) : null;
    if (!target) return;
    event.preventDefault();
    event.stopPropagation();
    this.album(target.area).drop(files, target);
  }

  /** Asks how the photos of a split stand; a sentence where that cannot be told. */
  async refresh(split) {
    const { problem } = await this.ask(split, this.shown.get(split) ?? new Set(), false);
    return problem;
  }

  /** Shows how the photos of a split stand, wherever the page shows them. */
  apply({ split, labels, counts, photos, order }) {
    const isOurs = (node) => splitOf(node) === split && node.closest(AREA);
    const followed = this.followed.get(split) ?? new Set();
    const shown = [...this.panel.node.querySelectorAll(PHOTO)].filter((photo) => isOurs(photo) && followed.has(nameOf(photo)));
    const places = new Map(order.map((name, place) => [name, place]).reverse());
    for (const photo of shown) this.show(photo, photos[nameOf(photo)] ?? [], places);
    for (const group of this.panel.node.querySelectorAll(CLASS)) {
      if (isOurs(group)) this.count(group, counts[group.dataset.whetLabel] ?? 0);
    }
    for (const area of new Set(shown.map((photo) => photo.closest(AREA)))) {
      const album = this.album(area);
      if (album.split !== split) continue;
      album.labels = labels;
      album.showClasses();
    }
  }

  /** Shows which class a photo has now: among the photos of that class, where the cell shows them class by class. */
  show(photo, labels, places) {
    const printed = photo.dataset.whetLabel;
    const now = labels.includes(printed) ? printed : labels[0];
    photo.dataset.whetNow = now ?? "";
    photo.classList.toggle("whet-photo-removed", now === undefined);
    const hasMoved = now !== undefined && this.move(photo, now, places);
    const isAdded = photo.dataset.whetAdded !== undefined;
    const text = now === undefined ? "removed" : now !== printed ? (hasMoved ? `was ${printed}` : `→ ${now}`) : isAdded ? "added" : "";
    const note = photo.nextElementSibling?.matches(".whet-photo-note") ? photo.nextElementSibling : null;
    if (!text) note?.remove();
    else if (note) note.textContent = text;
    else photo.after(element("span", { className: "whet-photo-note", textContent: text }));
    photo.setAttribute("aria-label", `${nameOf(photo)}, ${now === undefined ? "removed" : now}`);
  }

  /** Moves a photo to its place in the group of a class; false where the cell has no such group. */
  move(photo, label, places) {
    const group = photo.closest(CLASS);
    const figure = photo.parentElement;
    if (!group || figure.parentElement !== group.lastElementChild) return false;
    const groups = [...group.closest(AREA).querySelectorAll(CLASS)];
    const wanted = groups.find((other) => splitOf(other) === splitOf(group) && other.dataset.whetLabel === label);
    if (!wanted) return false;
    if (wanted === group) return true;
    const place = places.get(nameOf(photo));
    const grid = wanted.lastElementChild;
    const next = [...grid.querySelectorAll(PHOTO)].find((other) => (places.get(nameOf(other)) ?? -1) > place);
    const isFocused = document.activeElement === photo;
    grid.insertBefore(figure, next?.parentElement ?? null);
    if (isFocused) photo.focus({ preventScroll: true });
    return true;
  }

  /** Writes how many photos a class has beside its name, as the cell did. */
  count(group, total) {
    const place = group.querySelector("b + span");
    if (!place) return;
    const shown = group.querySelectorAll(`${PHOTO}:not(.whet-photo-removed)`).length;
    const all = `${total.toLocaleString("en")} ${total === 1 ? "picture" : "pictures"}`;
    place.textContent = shown === total ? all : `${all}, ${shown} shown`;
  }

  /** Inserts a cell with the lines of all that was done, below the one whose output this is. */
  insert(area) {
    const { content } = this.panel;
    const place = content.widgets.findIndex((cell) => cell.node.contains(area));
    if (place >= 0) content.activeCellIndex = place;
    this.notebook.NotebookActions.insertBelow(content);
    content.activeCell.model.sharedModel.setSource(this.lines.join("\n"));
  }
}

/** The photos of a drop, those in folders too, each with the names of the folders it was in. */
const dropped = async (transfer) => {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length === 0) return photosOf(transfer.files).map((file) => ({ file, folders: [] }));
  const found = [];
  const walk = async (entry, folders) => {
    if (found.length > MOST_DROPPED) return;
    if (entry.isFile) {
      const file = await new Promise((resolve) => entry.file(resolve, () => resolve(null)));
      if (file && photosOf([file]).length > 0) found.push({ file, folders });
      return;
    }
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise((resolve) => reader.readEntries(resolve, () => resolve([])));
      if (some.length === 0) return;
      for (const one of some) await walk(one, [...folders, entry.name]);
    }
  };
  for (const entry of entries) await walk(entry, []);
  return found;
};

export const plugin = async (library) => {
  const notebook = await library("@jupyterlab/notebook");
  return {
    id: "whet:photos",
    description: "Photos that are given other classes, or removed, where they are shown.",
    autoStart: true,
    requires: [notebook.INotebookTracker],
    activate(_app, tracker) {
      document.head.append(element("style", { id: "whet-photos" }, STYLE));
      const pages = new WeakSet();
      const keep = (panel) => {
        if (pages.has(panel)) return;
        pages.add(panel);
        new Page(panel, notebook);
      };
      tracker.widgetAdded.connect((_, panel) => keep(panel));
      tracker.forEach(keep);
    },
  };
};
