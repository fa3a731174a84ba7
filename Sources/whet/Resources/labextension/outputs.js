// Outputs that a page has missed: it was closed and opened again, it is another browser, or its connection was lost.
//
// The kernel keeps the outputs of the session's cells. A notebook asks for them when it is opened, after every reconnection
// and after a restart, and while cells run that another page has sent; what it is told replaces what its cells show. A figure
// is then updated by the kernel's own messages. After a restart the kernel tells what became of figures left unfinished.

const TARGET = "whet.outputs";
/** The shortest time between two questions, and the longest to wait for an answer, in milliseconds. */
const [PAUSE, PATIENCE] = [200, 20000];
/** What changes the outputs of a cell, or its prompt. */
const CHANGES = new Set([
  "execute_input", "stream", "display_data", "update_display_data", "execute_result", "error", "clear_output", "status",
]);

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Whether two JSON values are the same, in whatever order their members are. */
const same = (left, right) => {
  if (left === right) return true;
  if (!left || !right || typeof left !== "object" || typeof right !== "object") return false;
  const names = Object.keys(left);
  if (Array.isArray(left) !== Array.isArray(right) || names.length !== Object.keys(right).length) return false;
  return names.every((name) => Object.hasOwn(right, name) && same(left[name], right[name]));
};

/** Puts outputs in place of those a cell shows, as far as they differ. What was not trusted is gone before it would be. */
const write = (cell, wanted) => {
  const { outputs } = cell;
  const shown = outputs.toJSON();
  const isSame = same(shown, wanted);
  if (!cell.trusted) {
    if (!isSame) outputs.clear();
    cell.trusted = true;
    if (!isSame) outputs.fromJSON(wanted);
  } else if (wanted.length < shown.length) {
    outputs.fromJSON(wanted);
  } else if (!isSame) {
    wanted.forEach((output, place) => {
      if (place >= shown.length) outputs.add(output);
      else if (!same(shown[place], output)) outputs.set(place, output);
    });
  }
};

/** A figure of which nothing is known but that its work is over: without its bar, and with a line above that says so. */
const noted = ({ data, metadata }, note) => {
  const { whet, ...others } = metadata;
  const line = document.createElement("div");
  line.textContent = note;
  const plain = { "text/plain": `${note}\n\n${[data["text/plain"] ?? ""].flat().join("")}` };
  const html = data["text/html"] && {
    "text/html": line.outerHTML + [data["text/html"]].flat().join("").replace(/<progress[^>]*><\/progress>/g, ""),
  };
  return { data: { ...data, ...plain, ...html }, metadata: others };
};

/** Whether a kernel is there and is Whet's. */
const isOurs = async (kernel) => !!kernel && !kernel.isDisposed && (await kernel.info).language_info?.name === "whet";

/** Looks after the outputs of one open notebook. */
class Keeper {
  constructor(panel, services) {
    this.panel = panel;
    this.services = services;
    /** Cells emptied by the user of which the kernel is still to be told, and those that an older answer may still speak of. */
    this.untold = [];
    this.emptied = new Set();
    this.forgetSession();
    const { sessionContext, context } = panel;
    sessionContext.kernelChanged.connect(() => {
      this.forgetSession();
      this.ask();
    });
    sessionContext.connectionStatusChanged.connect((_, status) => {
      if (status === "connected") this.ask({ isWhole: true });
      else this.wasCut = true;
    });
    sessionContext.statusChanged.connect((_, status) => {
      if (["restarting", "autorestarting", "starting", "dead"].includes(status)) this.isNew = true;
      else if (status === "idle" && this.isNew) this.ask({ isWhole: true });
    });
    sessionContext.iopubMessage.connect((_, message) => this.hear(message));
    context.ready.then(() => {
      // In a shared notebook, of the pages that are left one writes.
      this.awareness?.on("change", ({ removed }) => removed.length > 0 && this.ask({ isWhole: true }));
      this.ask();
    });
  }

  get kernel() {
    return this.panel.sessionContext.session?.kernel;
  }

  get awareness() {
    return this.panel.context.model.sharedModel.awareness;
  }

  get cells() {
    return [...(this.panel.content.model?.cells ?? [])].filter((cell) => cell.type === "code");
  }

  forgetSession() {
    this.session = null;
    this.change = 0;
    this.isNew = false;
    /** Whether the connection was lost, and with it perhaps the replies to this page's cells. */
    this.wasCut = false;
    /** Where figures stand that this page was told of, by their identifiers. */
    this.figures = new Map();
    /** Runs of this page's own cells of which it has missed something. */
    this.missed = new Set();
  }

  // Asking

  /** Asks soon, and again where something has changed meanwhile. */
  async ask({ isWhole = false } = {}) {
    if (isWhole) this.change = 0;
    this.isWanted = true;
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      while (this.isWanted && !this.panel.isDisposed) {
        this.isWanted = false;
        this.asked = this.update();
        await this.asked;
        await sleep(PAUSE);
      }
    } finally {
      this.isAsking = false;
    }
  }

  async update() {
    const { kernel } = this;
    await this.panel.context.ready;
    if (!(await isOurs(kernel))) return;
    this.awareness?.setLocalStateField("whet", { session: kernel.clientId });
    const isWhole = this.change === 0;
    const answers = await this.talk(kernel, { ask: "outputs", session: this.session, since: this.change });
    const last = answers.at(-1);
    if (last?.isBusy) this.isWanted = true;
    if (!last?.done || this.panel.isDisposed || kernel !== this.kernel) return;
    const isOtherSession = last.session !== this.session;
    if (isOtherSession) this.forgetSession();
    this.session = last.session;
    this.change = last.change;
    this.isNew = false;
    const records = answers.flatMap(({ cell }) => cell ?? []);
    for (const record of records) this.show(record, kernel);
    if (isWhole || isOtherSession) {
      this.endPrompts(records);
      await this.askForEndings(kernel);
    }
  }

  /** What the kernel answers to a question; what has come until then where it is restarted, or does not answer. */
  async talk(kernel, question) {
    const answers = [];
    const make = (msgType, content) =>
      this.services.KernelMessage.createMessage({
        msgType, channel: "shell", username: kernel.username, session: kernel.clientId, content,
      });
    const comm_id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    let future;
    try {
      future = kernel.sendShellMessage(make("comm_open", { comm_id, target_name: TARGET, data: question }), false, false);
      future.onIOPub = ({ header, content }) => {
        if (header.msg_type === "comm_msg") answers.push(content.data);
      };
      await Promise.race([future.done, sleep(PATIENCE)]);
      if (!kernel.isDisposed) kernel.sendShellMessage(make("comm_close", { comm_id, data: {} }), false, true);
    } catch {
      // The kernel was restarted or is gone: the next one will be asked.
    } finally {
      future?.dispose();
    }
    return answers;
  }

  // Showing

  /** Whether this page is the one to write: of several that share the notebook, the one that sent the cell, else the first. */
  mayWrite(sender) {
    const { awareness } = this;
    if (!awareness || sender === this.kernel?.clientId) return true;
    const others = [...awareness.getStates()].filter(([id, state]) => id !== awareness.clientID && state?.whet);
    return others.every(([id, { whet }]) => id > awareness.clientID && whet.session !== sender);
  }

  /** The cell a record is of: by its identifier, or by its text where the notebook's format has no identifiers. */
  find({ cell, source }) {
    const { cells } = this;
    const found = cells.find((model) => model.id === cell);
    if (found || this.panel.context.model.nbformatMinor >= 5 || !source) return found;
    const alike = cells.filter((model) => model.sharedModel.getSource() === source);
    return alike.length === 1 ? alike[0] : undefined;
  }

  show(record, kernel) {
    const cell = this.find(record);
    if (!cell || this.emptied.has(cell.id) || !this.mayWrite(record.sender)) return;
    const outputs = record.outputs.map(({ display, ...output }) => output);
    const shown = cell.outputs.toJSON();
    if (record.sender === kernel.clientId && !this.missed.has(record.request)) {
      // This page shows it by itself, unless something was lost on the way.
      if (same(shown, outputs)) return this.settle(cell, record);
      if (record.isRunning) this.missed.add(record.request);
    }
    if (!record.isPartial || shown.length < outputs.length) write(cell, outputs);
    record.outputs.forEach(({ display }, place) => {
      if (display) this.figures.set(display, { cell, place, request: record.request, model: cell.outputs.get(place) });
    });
    this.prompt(cell, record);
  }

  prompt(cell, { isRunning, count }) {
    if (isRunning) {
      if (cell.executionCount !== null) cell.executionCount = null;
      if (cell.executionState !== "running") cell.executionState = "running";
    } else {
      if (cell.executionCount !== count) cell.executionCount = count;
      if (cell.executionState !== "idle") cell.executionState = "idle";
    }
  }

  /** Takes the star from a cell of this page's that has ended, where its reply is still waited for: it may be lost. */
  settle(cell, record) {
    const widget = this.panel.content.widgets.find(({ model }) => model === cell);
    if (!record.isRunning && widget?.outputArea.future?.msg.header.msg_id === record.request) this.prompt(cell, record);
  }

  /** Does so for a run that has just ended. Its outputs have come, and may have been touched: they stay. */
  async settleRun(request) {
    const answers = await this.talk(this.kernel, { ask: "outputs", session: this.session, since: this.change });
    const record = answers.flatMap(({ cell }) => cell ?? []).find((each) => each.request === request);
    const cell = record && this.find(record);
    if (cell) this.settle(cell, record);
  }

  /** Takes the star from cells that nobody runs: a shared notebook keeps it beyond its kernel. */
  endPrompts(records) {
    if (!this.mayWrite(null)) return;
    const running = new Set(records.filter(({ isRunning }) => isRunning).map((record) => this.find(record)));
    for (const widget of this.panel.content.widgets) {
      const { model } = widget;
      if (model.type !== "code" || model.executionState !== "running" || running.has(model)) continue;
      if (!widget.outputArea.future || widget.outputArea.future.isDisposed) model.executionState = "idle";
    }
  }

  // Listening

  hear({ header, parent_header: parent, content }) {
    if (parent?.msg_type !== "execute_request" || !CHANGES.has(header.msg_type)) return;
    const isOwn = parent.session === this.kernel?.clientId;
    if (isOwn && !this.missed.has(parent.msg_id)) {
      if (this.wasCut && content.execution_state === "idle") this.settleRun(parent.msg_id);
      return;
    }
    if (header.msg_type === "update_display_data" && this.updateFigure(content, parent)) return;
    this.ask();
  }

  /** Shows a figure's newer state in its place; false where that is not known, or something else stands there. */
  updateFigure({ data, metadata, transient }, parent) {
    const figure = this.figures.get(transient?.display_id);
    if (!figure || !this.mayWrite(parent.session)) return false;
    const { cell, place, model } = figure;
    if (cell.isDisposed || cell.outputs.isDisposed || cell.outputs.get(place) !== model) return false;
    cell.outputs.set(place, { output_type: "display_data", data, metadata });
    figure.model = cell.outputs.get(place);
    return true;
  }

  // What ended with an earlier session

  async askForEndings(kernel) {
    if (!this.mayWrite(null)) return;
    const left = this.cells.flatMap((cell) =>
      cell.outputs.toJSON().flatMap((output, place) => {
        const work = output.metadata?.whet?.unfinished;
        return work && work.session !== this.session ? [{ cell, place, output, work }] : [];
      }),
    );
    if (left.length === 0) return;
    const [answer] = await this.talk(kernel, { ask: "endings", figures: left.map(({ work }) => work) });
    if (answer?.isBusy) this.ask({ isWhole: true });
    left.forEach(({ cell, place, output }, index) => {
      const ending = answer?.endings?.[index];
      if (!ending || cell.isDisposed || !same(cell.outputs.get(place)?.toJSON(), output)) return;
      const { data, metadata } = ending.note ? noted(output, ending.note) : ending;
      cell.outputs.set(place, { output_type: "display_data", data, metadata });
    });
  }

  /** The user has removed the outputs of a cell, and often of others as well: they are not to come back. */
  async forget(cell) {
    this.emptied.add(cell);
    this.untold.push(cell);
    if (this.untold.length > 1) return;
    await Promise.resolve();
    const cells = this.untold.splice(0);
    const { kernel, asked } = this;
    if (await isOurs(kernel)) {
      while (!kernel.isDisposed && (await this.talk(kernel, { ask: "forget", cells })).at(-1)?.isBusy) await sleep(PAUSE);
    }
    await asked;
    for (const told of cells) this.emptied.delete(told);
  }
}

export const plugin = async (library) => {
  const [notebook, services] = await Promise.all(["@jupyterlab/notebook", "@jupyterlab/services"].map(library));
  return {
    id: "whet:outputs",
    description: "Brings back outputs that a page has missed.",
    autoStart: true,
    requires: [notebook.INotebookTracker],
    activate(_app, tracker) {
      const keepers = new Map();
      const keep = (panel) => {
        if (keepers.has(panel.content)) return;
        keepers.set(panel.content, new Keeper(panel, services));
        panel.disposed.connect(() => keepers.delete(panel.content));
      };
      tracker.widgetAdded.connect((_, panel) => keep(panel));
      tracker.forEach(keep);
      notebook.NotebookActions.outputCleared.connect((_, { notebook: cleared, cell }) => {
        keepers.get(cleared)?.forget(cell.model.id);
      });
    },
  };
};
