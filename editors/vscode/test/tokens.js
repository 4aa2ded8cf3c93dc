// A text in on standard input, its tokens out as JSON: [line, start, end, innermost scope]; by the tokenizer of the editor.
"use strict";

const fs = require("fs");
const path = require("path");
const oniguruma = require("vscode-oniguruma");
const { Registry, INITIAL, parseRawGrammar } = require("vscode-textmate");

async function main() {
  const wasm = fs.readFileSync(path.join(path.dirname(require.resolve("vscode-oniguruma")), "onig.wasm"));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const onigLib = Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  });
  const file = path.join(__dirname, "..", "syntaxes", "rulewright.tmLanguage.json");
  const loadGrammar = async () => parseRawGrammar(fs.readFileSync(file, "utf8"), file);
  const grammar = await new Registry({ onigLib, loadGrammar }).loadGrammar("source.rulewright");
  let state = INITIAL;
  const found = [];
  fs.readFileSync(0, "utf8").split("\n").forEach((line, number) => {
    const done = grammar.tokenizeLine(line, state);
    state = done.ruleStack;
    for (const token of done.tokens) {
      if (token.scopes.length > 1) found.push([number, token.startIndex, token.endIndex, token.scopes.at(-1)]);
    }
  });
  process.stdout.write(JSON.stringify(found));
}

main();
