// Views that are touched: each has a comm to the kernel, on which it asks, and is told until the view is gone.
//
// What a view does is an act, and each act is a line that a cell could hold: the kernel makes the line of it, runs it, and
// answers with the line and with what came of it. A view never sends a line, so that a notebook from elsewhere can have
// nothing done but these acts.

import { camera } from "./camera.js";
import { Channel } from "./channel.js";
import { controls } from "./controls.js";
import { button, element } from "./elements.js";

const MIME_TYPE = "application/vnd.whet.touch+json";

const VIEWS = { camera, controls };

const STYLE = `
.whet-touch { padding: 8px 0; color: var(--jp-content-font-color1); font-size: var(--jp-content-font-size1); }
.whet-touch button { font: inherit; padding: 3px 12px; border: 1px solid var(--jp-border-color1); border-radius: 2px;
  color: inherit; background: var(--jp-layout-color2); cursor: pointer; }
.whet-touch button:hover:enabled { background: var(--jp-layout-color3); }
.whet-touch :is(button, input, select):disabled { opacity: 0.65; cursor: default; }
.whet-touch :is(button, input, select, summary):focus-visible { outline: 2px solid var(--jp-brand-color1); outline-offset: 1px; }
.whet-touch :is(input:not([type=checkbox], [type=range]), select) { font: inherit; padding: 3px 6px; min-width: 0; max-width: 100%; box-sizing: border-box;
  border: 1px solid var(--jp-border-color1); border-radius: 2px; color: inherit; background: var(--jp-layout-color1); }
.whet-touch-row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.whet-touch-line { display: flex; flex-wrap: wrap; gap: 8px; align-items: baseline; margin: 4px 0; }
.whet-touch-line code { flex: 1 1 160px; overflow-wrap: anywhere; user-select: all; background: var(--jp-layout-color2); padding: 2px 6px; }
.whet-touch-told { min-height: 1.4em; white-space: pre-wrap; }
.whet-touch-problem { border-left: 3px solid var(--jp-error-color1); padding-left: 8px; }
.whet-touch-acts { margin: 4px 0 0 0; padding-left: 20px; }
.whet-touch-acts code { overflow-wrap: anywhere; }
`;

/** What a view has of its page: the kernel, the notebook, and the lines of what was done. */
class Host {
  constructor(widget, tracker, notebook) {
    this.notebook = notebook;
    this.findPanel = () => tracker.find((panel) => panel.node.contains(widget.node));
    this.widget = widget;
    this.channel = new Channel(this.findPanel);
    this.told = element("div", { className: "whet-touch-told", role: "status" });
    this.acts = element("ol", { className: "whet-touch-acts" });
    this.lines = [];
    this.copyActs = button("Copy into a new cell", "Insert a cell with these lines below", () => this.insert(this.lines.join("\n")));
    this.record = element(
      "details", { hidden: true }, element("summary", { textContent: "Done so far, as lines" }), this.acts, this.copyActs);
  }

  /** Has an act done; writes down its line, and what came of it. */
  async act(act) {
    const answer = await this.channel.ask({ ask: "act", ...act });
    this.tell(answer.problem ?? answer.told ?? "", Boolean(answer.problem));
    if (answer.line && !answer.problem) {
      this.lines.push(answer.line);
      this.acts.append(element("li", {}, element("code", {}, answer.line)));
      this.record.hidden = false;
    }
    return answer;
  }

  tell(text, isProblem = false) {
    this.told.textContent = text;
    this.told.classList.toggle("whet-touch-problem", isProblem);
  }

  /** Inserts a code cell below the view's own, with this text, and goes to it. */
  insert(text) {
    const panel = this.findPanel();
    if (!panel) return;
    const { content } = panel;
    const place = content.widgets.findIndex((cell) => cell.node.contains(this.widget.node));
    if (place >= 0) content.activeCellIndex = place;
    this.notebook.NotebookActions.insertBelow(content);
    content.activeCell.model.sharedModel.setSource(text);
  }
}

/** What an output holds, where it is an object at all. */
const content = (value) => (value && typeof value === "object" && !Array.isArray(value) ? value : {});

export const plugin = async (library) => {
  const [rendermime, notebook, widgets] = await Promise.all(
    ["@jupyterlab/rendermime", "@jupyterlab/notebook", "@lumino/widgets"].map(library),
  );
  return {
    id: "whet:touch",
    description: "Views that are touched: controls of a training, a camera.",
    autoStart: true,
    requires: [rendermime.IRenderMimeRegistry, notebook.INotebookTracker],
    activate(_app, registry, tracker) {
      const createRenderer = () =>
        new (class extends widgets.Widget {
          async renderModel(model) {
            this.end();
            const data = content(model.data[MIME_TYPE]);
            const make = VIEWS[data.view];
            this.host = new Host(this, tracker, notebook);
            this.view = make?.(data, this.host);
            const node = element("div", { className: "whet-touch" }, element("style", {}, STYLE));
            node.append(this.view?.node ?? "This view is of a newer version of Whet: install its extension, and reload the page.");
            // Keys pressed here are not JupyterLab's: d, d must not cut the cell. It asks the focused element alone.
            for (const part of node.querySelectorAll("button, input, select, summary, [tabindex]")) {
              part.dataset.lmSuppressShortcuts = "true";
            }
            this.node.replaceChildren(node);
            this.begin();
          }

          onAfterAttach() {
            this.begin();
          }

          begin() {
            if (this.isAttached && this.view && !this.hasBegun) {
              this.hasBegun = true;
              this.view.begin?.();
            }
          }

          end() {
            this.hasBegun = false;
            this.view?.end?.();
            this.host?.channel.close();
            this.view = null;
          }

          dispose() {
            this.end();
            super.dispose();
          }
        })();
      registry.addFactory({ safe: true, mimeTypes: [MIME_TYPE], defaultRank: 40, createRenderer }, 40);
    },
  };
};
