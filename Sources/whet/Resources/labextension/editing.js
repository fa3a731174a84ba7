// Help while a cell is typed: mistakes are underlined with the kernel's own sentence, resting the pointer on a word explains
// it, and a command sets a cell in the form of the examples.
//
// All of it is asked of the kernel, which answers while a cell runs; without a kernel nothing is marked.

import { element } from "./elements.js";
import { editing } from "./highlighter.js";

const TARGET = "whet.editing";
/** How long nothing was typed before a cell is looked at, and how long to wait for an answer, in milliseconds. */
const [PAUSE, PATIENCE] = [350, 5000];

const STYLE = `
.whet-mistake { text-decoration: underline wavy var(--jp-error-color1, #d32f2f) 1px; text-underline-offset: 3px; text-decoration-skip-ink: none; }
.cm-tooltip.whet-tip { max-width: min(640px, 80vw); max-height: 320px; overflow: auto; padding: 6px 10px; font-size: 12px; line-height: 1.45;
  color: var(--jp-ui-font-color1); background: var(--jp-layout-color1); border: 1px solid var(--jp-border-color1); border-radius: 2px; }
.whet-tip p { margin: 0; white-space: pre-wrap; }
.whet-tip p.whet-said { border-left: 3px solid var(--jp-error-color1, #d32f2f); padding-left: 8px; margin-bottom: 4px; }
.whet-tip :is(table, td, th) { font-size: 12px; text-align: left; vertical-align: top; color: inherit; }
.whet-tip td { padding: 1px 8px 1px 0; }
`;

/** The kernel counts code points, editors code units. */
const unitOf = (text, point) => [...text].slice(0, point).join("").length;
const pointOf = (text, unit) => [...text.slice(0, unit)].length;

/** Asks a kernel; null where it does not answer. */
const ask = async (kernel, question) => {
  if (!kernel || kernel.isDisposed || kernel.connectionStatus !== "connected" || ["dead", "unknown"].includes(kernel.status)) return null;
  if ((await kernel.info).language_info?.name !== "whet") return null;
  const comm = kernel.createComm(TARGET);
  let answer = null;
  comm.onMsg = (message) => {
    answer = message.content.data;
  };
  try {
    await Promise.race([comm.open(question).done, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    if (!comm.isDisposed && !kernel.isDisposed) comm.close();
  } catch {
    return null;
  }
  return answer;
};

/** What looks at the cells that are shown. */
const watchers = new Set();

/** What marks mistakes in an editor and explains words. */
const extensions = ({ state, view }, kernelOf) => {
  const found = state.StateEffect.define();
  const mark = view.Decoration.mark({ class: "whet-mistake" });
  const mistakes = state.StateField.define({
    create: () => ({ list: [], marks: view.Decoration.none }),
    update(value, transaction) {
      for (const effect of transaction.effects) {
        if (!effect.is(found)) continue;
        const ranges = effect.value.map(({ from, to }) => mark.range(from, to));
        return { list: effect.value, marks: view.Decoration.set(ranges, true) };
      }
      if (!transaction.docChanged) return value;
      const list = value.list.map((one) => ({ ...one, from: transaction.changes.mapPos(one.from), to: transaction.changes.mapPos(one.to) }));
      return { list: list.filter(({ from, to }) => from < to), marks: value.marks.map(transaction.changes) };
    },
    provide: (field) => view.EditorView.decorations.from(field, ({ marks }) => marks),
  });

  const watcher = view.ViewPlugin.fromClass(
    class {
      constructor(editor) {
        this.editor = editor;
        watchers.add(this);
        this.wait();
      }

      update(change) {
        if (change.docChanged || change.focusChanged) this.wait();
      }

      wait() {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.look(), PAUSE);
      }

      async look() {
        const { editor } = this;
        const text = editor.state.doc.toString();
        const kernel = kernelOf(editor.dom);
        const answer = text.trim() === "" ? { mistakes: [] } : await ask(kernel, { ask: "mistakes", code: text });
        if (this.isGone || editor.state.doc.toString() !== text) return;
        if (answer === null) return this.askLater(kernel);
        const cursor = editor.hasFocus ? editor.state.selection.main.head : -1;
        const places = (answer.mistakes ?? []).map(({ from, to, message }) => {
          const [start, end] = [unitOf(text, from), unitOf(text, to)];
          // At the end of a line there may be no character to mark: the last one stands for it.
          return start < text.length ? { from: start, to: Math.min(Math.max(end, start + 1), text.length), message }
            : { from: Math.max(0, text.length - 1), to: text.length, message };
        });
        // A word that is being typed is not wrong yet.
        const settled = places.filter(({ from, to }) => from < to && !(cursor === to && !text.slice(from, to).includes("\n") && /^\S+$/.test(text.slice(from, to))));
        editor.dispatch({ effects: found.of(settled) });
      }

      /** The kernel may only be starting. */
      askLater(kernel) {
        if (!kernel && (this.tries = (this.tries ?? 0) + 1) > 60) return;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.look(), 2000);
      }

      /** A cell has run: what was missing may be there now. */
      lookAgain() {
        if (this.editor.state.field(mistakes).list.length > 0) this.wait();
      }

      destroy() {
        this.isGone = true;
        watchers.delete(this);
        clearTimeout(this.timer);
      }
    },
  );

  const tip = view.hoverTooltip(
    async (editor, position) => {
      const text = editor.state.doc.toString();
      const own = editor.state.field(mistakes).list.filter(({ from, to }) => position >= from && position <= to);
      const isInWord = /\S/.test(text.slice(Math.max(0, position - 1), position + 1));
      const explained = isInWord ? await explain(kernelOf(editor.dom), text, pointOf(text, position)) : null;
      if (own.length === 0 && !explained) return null;
      const node = element("div", { className: "whet-tip" });
      for (const { message } of own) node.append(element("p", { className: "whet-said", textContent: message }));
      if (explained) node.append(explained);
      const word = editor.state.wordAt(position);
      return { pos: own[0]?.from ?? word?.from ?? position, end: own[0]?.to ?? word?.to ?? position, above: true, create: () => ({ dom: node }) };
    },
    { hoverTime: 500 },
  );
  return [mistakes, watcher, tip];
};

/** What the kernel knows of the word at a place: its own page, or null. */
const explain = async (kernel, code, cursor_pos) => {
  if (!kernel || kernel.isDisposed || kernel.connectionStatus !== "connected") return null;
  try {
    const reply = await Promise.race([
      kernel.requestInspect({ code, cursor_pos, detail_level: 0 }),
      new Promise((resolve) => setTimeout(resolve, PATIENCE)),
    ]);
    const data = reply?.content?.found && reply.content.data;
    if (!data) return null;
    const node = element("div");
    // The kernel's page has styles in the page's colours, and no scripts; texts of users are escaped in it.
    if (data["text/html"]) node.innerHTML = data["text/html"];
    else node.append(element("p", { textContent: data["text/plain"] ?? "" }));
    return node;
  } catch {
    return null;
  }
};

export const plugin = async (library) => {
  const [state, view, notebook, apputils] = await Promise.all(
    ["@codemirror/state", "@codemirror/view", "@jupyterlab/notebook", "@jupyterlab/apputils"].map(library),
  );
  let panels = null;
  const panelOf = (node) => panels?.find((panel) => panel.node.contains(node));
  const kernelOf = (node) => panelOf(node)?.sessionContext.session?.kernel;
  editing.extensions = () => extensions({ state, view }, kernelOf);
  return {
    id: "whet:editing",
    description: "Marks mistakes while they are typed, explains words, and formats cells.",
    autoStart: true,
    requires: [notebook.INotebookTracker],
    optional: [apputils.ICommandPalette],
    activate(app, tracker, palette) {
      panels = tracker;
      const command = "whet:format-cell";
      const current = () => tracker.currentWidget?.content.activeCell;
      app.commands.addCommand(command, {
        label: "Format Cell (Whet)",
        caption: "Set the cell in the form of the examples: blanks, line by line, and indentation",
        isEnabled: () => current()?.model.type === "code",
        async execute() {
          const cell = current();
          const kernel = tracker.currentWidget?.sessionContext.session?.kernel;
          if (!cell || !kernel) return false;
          const code = cell.model.sharedModel.getSource();
          const answer = await ask(kernel, { ask: "format", code });
          if (typeof answer?.code !== "string" || cell.model.sharedModel.getSource() !== code) return false;
          if (answer.code !== code) cell.model.sharedModel.setSource(answer.code);
          return true;
        },
      });
      app.commands.addKeyBinding({ command, keys: ["Accel Shift F12"], selector: ".jp-Notebook .jp-CodeCell" });
      notebook.NotebookActions.executed.connect((_, { notebook: { node } }) => {
        for (const watcher of watchers) if (node.contains(watcher.editor.dom)) watcher.lookAgain();
      });
      palette?.addItem({ command, category: "Notebook Cell Operations" });
      document.head.append(element("style", {}, STYLE));
    },
  };
};
