// What JupyterLab loads first of a prebuilt extension: a container that hands out the module "./extension". JupyterLab's
// own libraries come out of the share scope, which is complete by the time the module is asked for.
(() => {
  const here = new URL("./", document.currentScript.src);
  let scope;

  const library = async (name) => {
    const [version] = Object.values(scope[name]);
    return (await version.get())();
  };

  const extension = async () => {
    const names = [
      "highlighter.js", "canvas.js", "outputs.js", "figures.js", "tables.js", "editing.js", "touch.js", "photos.js",
    ];
    const files = names.map((name) => import(new URL(name, here)));
    const plugins = await Promise.all((await Promise.all(files)).map((file) => file.plugin(library)));
    return () => ({ __esModule: true, default: plugins });
  };

  window._JUPYTERLAB ??= {};
  window._JUPYTERLAB.whet = {
    init(shared) {
      scope = shared;
    },
    get: extension,
  };
})();
