// Python beside the page: loaded from the folder of this page and from nowhere else.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const base = new URL(".", import.meta.url).href;

async function begun() {
  const python = await loadPyodide({ indexURL: `${base}pyodide/` });
  const archive = await (await fetch(`${base}rulewright.zip`)).arrayBuffer();
  python.unpackArchive(archive, "zip", { extractDir: "/rulewright" });
  python.runPython("import sys; sys.path.insert(0, '/rulewright')");
  return python.pyimport("verifier.pages.playground");
}

const ready = begun();
ready.then(() => self.postMessage({ ready: true }), (error) => self.postMessage({ broken: String(error) }));

self.onmessage = async ({ data: { number, wish } }) => {
  try {
    self.postMessage({ number, answer: (await ready).answer(JSON.stringify(wish)) });
  } catch (error) {
    self.postMessage({ number, broken: String(error) });
  }
};
