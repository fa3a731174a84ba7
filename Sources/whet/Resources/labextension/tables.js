// Tables that are sorted by a click, filtered by typing, opened where rows are left out, and copied for a spreadsheet.
//
// The kernel's tables stay what they are; here their heads become buttons, and wide ones scroll under a fixed first column.
// In a table of trainings rows can be chosen: the line that draws their curves is shown, and run in a cell of its own.

import { element } from "./elements.js";

const STYLE = `
.whet-table-frame { position: relative; max-width: 100%; }
.whet-table-scroller { overflow-x: auto; max-width: 100%; }
.whet-table-scroller:focus-visible { outline: 2px solid var(--jp-brand-color1); outline-offset: 1px; }
.whet-table-frame.whet-wide :is(td, th):first-child { position: sticky; left: 0; z-index: 1; background: var(--jp-layout-color0) !important; }
.whet-table-frame.whet-wide tr.whet-gap td { position: static; }
.whet-table-frame.whet-wide::after { content: ""; position: absolute; top: 0; right: 0; bottom: 0; width: 24px; pointer-events: none;
  background: linear-gradient(to right, transparent, var(--jp-layout-color3)); opacity: 0.8; }
.whet-table-frame.whet-end::after { display: none; }
.whet-table-more { font-size: 12px; color: var(--jp-ui-font-color1); padding: 2px 10px; }
.whet-table-frame:not(.whet-wide) > .whet-table-more { display: none; }
.whet-table-frame button.whet-head, .whet-table-frame button.whet-open { all: unset; cursor: pointer; }
.whet-table-frame button.whet-head:hover, .whet-table-frame button.whet-open:hover { text-decoration: underline; }
.whet-table-frame :is(button.whet-head, button.whet-open):focus-visible { outline: 2px solid var(--jp-brand-color1); outline-offset: 1px; }
.whet-head > span { padding-left: 0.3em; }
.whet-head > span:empty { display: none; }
.whet-table-tools { position: absolute; top: 2px; right: 4px; z-index: 3; display: flex; gap: 4px; align-items: center; opacity: 0;
  transition: opacity 0.15s; font-size: 12px; }
.whet-table-frame:hover > .whet-table-tools, .whet-table-frame:focus-within > .whet-table-tools, .whet-table-tools.whet-filtering { opacity: 1; }
.whet-table-tools > *, .whet-choice button { font: inherit; padding: 2px 8px; color: var(--jp-ui-font-color1); background: var(--jp-layout-color1);
  border: 1px solid var(--jp-border-color1); border-radius: 2px; }
.whet-table-tools > input { width: 9em; }
.whet-table-tools > [role=status] { border: 0; }
.whet-table-tools > [role=status]:empty { display: none; }
.whet-table-tools > button, .whet-choice button { cursor: pointer; }
.whet-table-frame :is(.whet-table-tools > *, .whet-choice button, input):focus-visible { outline: 2px solid var(--jp-brand-color1); outline-offset: 1px; }
.whet-choice { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; padding: 4px 10px; font-size: 13px; min-height: 26px; }
.whet-runs td:first-child { white-space: nowrap; }
.whet-runs input[type=checkbox] { margin: 0 6px 0 0; vertical-align: middle; }
.whet-runs tbody tr:not(.whet-gap) { cursor: pointer; }
@media (prefers-reduced-motion: reduce) { .whet-table-tools { transition: none; } }
@media print { .whet-table-tools, .whet-choice, .whet-table-more { display: none; } .whet-table-frame::after { display: none !important; } }
`;

/** Fewer rows than these need no filter. */
const LEAST_FILTERED = 6;

/** A cell's words: what pictures show, too. */
const words = (cell) => {
  const own = cell.innerText.trim() || [...cell.querySelectorAll("img, [aria-label]")].map((node) => node.alt || node.ariaLabel || "").join(" ");
  return own.replace(/\s+/g, " ");
};

/** A cell's number, as the kernel writes it: 1,234, 53.3 %, >99.9 %, 1e-4, 3 of 15, 12 ms; NaN where it begins with none. */
const UNITS = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9, KiB: 1024, MiB: 1048576, GiB: 1073741824, µs: 1e-6, ms: 1e-3, s: 1, min: 60, h: 3600 };
const number = (text) => {
  const [, digits, unit] = /^[<>≈~]?\s*([+\-−]?(?:\d[\d,]*\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([a-zA-Zµ]*)/.exec(text) ?? [];
  return digits === undefined ? NaN : Number(digits.replaceAll(",", "").replace("−", "-")) * (UNITS[unit] ?? 1);
};

const compare = (one, other) => {
  const [left, right] = [number(one), number(other)];
  if (!Number.isNaN(left) && !Number.isNaN(right)) return left - right;
  if (Number.isNaN(left) !== Number.isNaN(right)) return Number.isNaN(left) ? 1 : -1;
  return one.localeCompare(other, undefined, { numeric: true });
};

/** A table in the page. */
class LiveTable {
  constructor(table, actions) {
    this.table = table;
    this.actions = actions;
    this.body = table.tBodies[0];
    this.rows = [...this.body.rows].filter((row) => !row.classList.contains("whet-gap"));
    this.original = [...this.body.rows];
    this.gap = this.body.querySelector("tr.whet-gap");
    this.carried = this.rows.filter((row) => row.hidden);
    const scroller = table.parentElement;
    this.frame = element("div", { className: "whet-table-frame" });
    this.scroller = element("div", { className: "whet-table-scroller" });
    scroller.replaceChild(this.frame, table);
    scroller.style.overflowX = "visible";
    this.scroller.append(table);
    this.more = element("div", { className: "whet-table-more", textContent: "More columns to the right: scroll, or use the arrow keys →" });
    this.more.setAttribute("aria-hidden", "true");
    this.frame.append(this.scroller, this.more, this.tools());
    this.heads();
    if (this.gap && this.carried.length > 0) this.makeOpenable();
    if (table.classList.contains("whet-runs")) this.makeChoosable();
    this.scroller.addEventListener("scroll", () => this.measure());
    this.sizes = new ResizeObserver(() => (this.frame.isConnected ? this.measure() : this.sizes.disconnect()));
    this.sizes.observe(this.scroller);
  }

  /** Whether the table is wider than its room, and whether its right end is seen. */
  measure() {
    const { scrollWidth, clientWidth, scrollLeft } = this.scroller;
    const isWide = scrollWidth > clientWidth + 1;
    this.frame.classList.toggle("whet-wide", isWide);
    this.frame.classList.toggle("whet-end", scrollLeft + clientWidth >= scrollWidth - 2);
    if (isWide) {
      this.scroller.tabIndex = 0;
      this.scroller.setAttribute("role", "region");
      this.scroller.setAttribute("aria-label", `${this.name}, scrolls sideways`);
      this.scroller.dataset.lmSuppressShortcuts = "true";
    } else {
      this.scroller.removeAttribute("tabindex");
      this.scroller.removeAttribute("role");
      this.scroller.removeAttribute("aria-label");
    }
  }

  get name() {
    return this.table.caption?.textContent.trim() || "Table";
  }

  // Sorting

  heads() {
    const cells = [...(this.table.tHead?.rows[0]?.cells ?? [])];
    cells.forEach((cell, column) => {
      // In a closed fold nothing has an innerText.
      if (!cell.textContent.trim() || this.rows.length < 2) return;
      const button = element("button", { type: "button", className: "whet-head", title: "Sort by this column" }, ...cell.childNodes);
      button.dataset.lmSuppressShortcuts = "true";
      button.append(element("span"));
      button.lastChild.setAttribute("aria-hidden", "true");
      button.addEventListener("click", () => this.sort(column));
      cell.append(button);
    });
    this.columns = cells;
  }

  /** Sorts by a column: upwards, at the next click downwards, and then as it was. */
  sort(column) {
    const before = this.columns[column].getAttribute("aria-sort");
    const order = before === "ascending" ? "descending" : before === "descending" ? null : "ascending";
    this.columns.forEach((cell, place) => {
      const own = place === column ? order : null;
      own ? cell.setAttribute("aria-sort", own) : cell.removeAttribute("aria-sort");
      const sign = cell.querySelector(".whet-head > span");
      if (sign) sign.textContent = own === "ascending" ? "▲" : own === "descending" ? "▼" : "";
    });
    this.open();
    if (!order) return this.body.append(...this.original);
    const text = new Map(this.rows.map((row) => [row, row.cells[column] ? words(row.cells[column]) : ""]));
    const direction = order === "ascending" ? 1 : -1;
    // What has no value stays at the end either way.
    const isEmpty = (row) => text.get(row) === "" || text.get(row) === "–";
    const sorted = [...this.rows].sort((one, other) =>
      isEmpty(one) - isEmpty(other) || direction * compare(text.get(one), text.get(other)));
    this.body.append(...sorted, ...(this.gap?.isConnected ? [this.gap] : []));
  }

  // Rows that are left out

  makeOpenable() {
    const cell = this.gap.cells[0];
    const button = element("button", { type: "button", className: "whet-open", title: "Show these rows" }, ...cell.childNodes);
    button.dataset.lmSuppressShortcuts = "true";
    button.addEventListener("click", () => this.open());
    cell.append(button);
  }

  open() {
    if (this.carried.length === 0) return;
    for (const row of this.carried) {
      row.hidden = false;
      row.style.display = "";
    }
    const count = Number(/([\d,]+) more/.exec(this.gap.innerText)?.[1].replaceAll(",", "") ?? 0) - this.carried.length;
    if (count > 0) this.gap.cells[0].textContent = `⋯ ${count.toLocaleString("en")} more ${count === 1 ? "row" : "rows"}`;
    else {
      this.gap.remove();
      this.original = this.original.filter((row) => row !== this.gap);
      this.carried[0].cells[0]?.setAttribute("tabindex", "-1");
      this.carried[0].cells[0]?.focus({ preventScroll: true });
    }
    this.carried = [];
    this.filter();
  }

  // Filtering and copying

  tools() {
    const tools = element("div", { className: "whet-table-tools" });
    this.status = element("span");
    this.status.setAttribute("role", "status");
    if (this.rows.length >= LEAST_FILTERED) {
      this.input = element("input", { type: "search", placeholder: "Filter", ariaLabel: `Filter the rows of ${this.name}`, oninput: () => this.filter() });
      this.input.addEventListener("keydown", (event) => event.key === "Escape" && ((this.input.value = ""), this.filter()));
      this.input.dataset.lmSuppressShortcuts = "true";
      tools.append(this.status, this.input);
    } else tools.append(this.status);
    const copy = element("button", { type: "button", textContent: "Copy", title: "Copy the rows shown for a spreadsheet (TSV)", onclick: () => this.copy() });
    copy.dataset.lmSuppressShortcuts = "true";
    tools.append(copy);
    this.toolbar = tools;
    return tools;
  }

  filter() {
    const wanted = (this.input?.value ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    if (wanted.length > 0) this.open();
    let count = 0;
    for (const row of this.rows) {
      if (this.carried.includes(row)) continue;
      row.style.display = "";
      const text = wanted.length > 0 ? [...row.cells].map(words).join(" ").toLowerCase() : "";
      const isShown = wanted.every((word) => text.includes(word));
      row.style.display = isShown ? "" : "none";
      count += isShown;
    }
    if (this.gap?.isConnected) this.gap.style.display = wanted.length > 0 ? "none" : "";
    this.toolbar.classList.toggle("whet-filtering", wanted.length > 0);
    this.status.textContent = wanted.length > 0 ? `${count} of ${this.rows.length}` : "";
  }

  get tsv() {
    const line = (cells) => [...cells].map((cell) => words(cell).replace(/[▲▼]$/, "").trim()).join("\t");
    const shown = [...this.body.rows].filter((row) => row.style.display !== "none" && !row.hidden && row !== this.gap);
    return [...(this.table.tHead?.rows ?? []), ...shown].map((row) => line(row.cells)).join("\n") + "\n";
  }

  async copy() {
    const text = this.tsv;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // A page without a secure connection has the older way alone.
      const area = element("textarea", { value: text });
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    this.status.textContent = "Copied";
    setTimeout(() => this.filter(), 2000);
  }

  // Choosing trainings

  makeChoosable() {
    this.chosen = new Set();
    this.choice = element("div", { className: "whet-choice" });
    this.choice.setAttribute("role", "status");
    this.frame.append(this.choice);
    for (const row of this.rows) {
      const run = Number(words(row.cells[0]).replaceAll(",", ""));
      if (!Number.isInteger(run)) continue;
      const box = element("input", { type: "checkbox", ariaLabel: `Choose run ${run}` });
      box.dataset.lmSuppressShortcuts = "true";
      box.addEventListener("change", () => this.choose(run, box.checked));
      row.cells[0].prepend(box);
      row.addEventListener("click", (event) => {
        if (event.target.closest("input, button, a") || String(getSelection())) return;
        box.checked = !box.checked;
        this.choose(run, box.checked);
      });
    }
    this.tellChoice();
  }

  choose(run, isChosen) {
    isChosen ? this.chosen.add(run) : this.chosen.delete(run);
    this.tellChoice();
  }

  tellChoice() {
    const runs = [...this.chosen];
    if (runs.length === 0) return this.choice.replaceChildren("Click runs to draw their curves over each other.");
    const lines = [`plot run=[${runs.join(", ")}]`, ...(runs.length === 2 ? [`diff ${runs.join(" ")}`] : [])];
    const buttons = lines.map((line) => {
      const button = element("button", { type: "button", title: "Run this line in a new cell below" }, element("code", {}, line));
      button.dataset.lmSuppressShortcuts = "true";
      button.addEventListener("click", () => this.actions.runBelow(this.frame, line));
      return button;
    });
    this.choice.replaceChildren("Run below:", ...buttons);
  }
}

/** Looks for tables in what comes into the page. */
const look = (node, actions) => {
  if (node.nodeType !== Node.ELEMENT_NODE) return;
  const tables = node.matches("table.whet-table") ? [node] : node.querySelectorAll("table.whet-table");
  for (const table of tables) {
    if (!table.closest(".jp-OutputArea-output") || table.closest(".whet-table-frame") || table.tBodies.length !== 1) continue;
    try {
      new LiveTable(table, actions);
    } catch (problem) {
      // The table stays as it is.
      console.warn("Whet: a table stays as it is.", problem);
    }
  }
};

export const plugin = async (library) => {
  const notebook = await library("@jupyterlab/notebook");
  return {
    id: "whet:tables",
    description: "Sorts, filters, opens and copies tables.",
    autoStart: true,
    requires: [notebook.INotebookTracker],
    activate(_app, tracker) {
      /** Runs a line in a new cell below the one that holds a node. */
      const runBelow = async (node, line) => {
        const panel = tracker.find((candidate) => candidate.node.contains(node));
        if (!panel) return;
        const { content, sessionContext } = panel;
        const place = content.widgets.findIndex((cell) => cell.node.contains(node));
        if (place < 0) return;
        content.activeCellIndex = place;
        notebook.NotebookActions.insertBelow(content);
        content.activeCell.model.sharedModel.setSource(line);
        await notebook.NotebookActions.run(content, sessionContext);
        content.activeCell?.node.scrollIntoView({ block: "nearest" });
      };
      document.head.append(element("style", {}, STYLE));
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) addedNodes.forEach((node) => look(node, { runBelow }));
      }).observe(document.body, { childList: true, subtree: true });
      look(document.body, { runBelow });
    },
  };
};
