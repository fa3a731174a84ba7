// The way of views that are touched to the kernel: a comm for each, on which it asks and is told.

const TARGET = "whet.touch";
/** The longest time to wait for the answer to an act, in milliseconds. */
const PATIENCE = 120_000;

/** The way of one view to the kernel of its notebook, opened when it is needed and again after a restart. */
export class Channel {
  constructor(findPanel) {
    this.findPanel = findPanel;
    this.pending = new Map();
    this.number = 0;
    this.onTold = () => {};
    this.onLost = () => {};
  }

  get kernel() {
    return this.findPanel()?.sessionContext.session?.kernel;
  }

  /** What the kernel answers; a sentence where it does not. */
  async ask(question, buffers = []) {
    const { kernel } = this;
    if (!kernel || kernel.status === "dead" || kernel.connectionStatus === "disconnected") {
      return { problem: "This needs a running kernel. Choose Kernel > Restart Kernel, then try again." };
    }
    const comm = this.comm ?? (await this.open(kernel));
    if (!comm) return { problem: "The notebook's kernel knows no views to touch: choose Whet with Kernel > Change Kernel." };
    const id = ++this.number;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.settle({ id, problem: "The kernel did not answer within two minutes." }), PATIENCE);
      this.pending.set(id, { resolve, timer });
      comm.send({ ...question, id }, {}, buffers);
    });
  }

  /** Hears of the end of the kernel, which closes its comms without a word. */
  listen() {
    const { sessionContext } = this.findPanel() ?? {};
    if (!sessionContext || this.session === sessionContext) return;
    this.session = sessionContext;
    this.onStatus = (_, status) => {
      if (["restarting", "autorestarting", "terminating", "dead"].includes(status)) this.lose(this.comm);
    };
    this.onKernel = () => this.lose(this.comm);
    sessionContext.statusChanged.connect(this.onStatus);
    sessionContext.kernelChanged.connect(this.onKernel);
  }

  async open(kernel) {
    this.listen();
    if (this.opening) return this.opening;
    this.opening = (async () => {
      if ((await kernel.info).language_info?.name !== "whet") return null;
      const comm = kernel.createComm(TARGET);
      comm.onMsg = ({ content: { data } }) => {
        if (data.id) this.settle(data);
        else this.onTold(data);
      };
      comm.onClose = () => this.lose(comm);
      comm.open({});
      this.comm = comm;
      return comm;
    })();
    try {
      return await this.opening;
    } finally {
      this.opening = null;
    }
  }

  settle(answer) {
    const waiting = this.pending.get(answer.id);
    if (!waiting) return;
    this.pending.delete(answer.id);
    clearTimeout(waiting.timer);
    waiting.resolve(answer);
  }

  lose(comm) {
    if (!comm || comm !== this.comm) return;
    this.comm = null;
    for (const id of [...this.pending.keys()]) {
      this.settle({ id, problem: "The kernel was restarted before it could answer. Try again." });
    }
    this.onLost();
  }

  close() {
    const { comm, session } = this;
    this.comm = this.session = null;
    if (session && !session.isDisposed) {
      session.statusChanged.disconnect(this.onStatus);
      session.kernelChanged.disconnect(this.onKernel);
    }
    for (const id of [...this.pending.keys()]) this.settle({ id, problem: "The view was closed." });
    if (comm && !comm.isDisposed && this.kernel && !this.kernel.isDisposed) comm.close();
  }
}
