// A stretch of editing inside Visual Studio Code itself, on the game in the folder that is open: open, break, fix by
// quick fix, rename a rule, format, and all else one asks. How long each answer took goes to the file that
// RULEWRIGHT_RESULT names, one JSON object; `error` is there if something was not as it should be.
"use strict";

const assert = require("assert");
const fs = require("fs");
const vscode = require("vscode");

const took = {};
const folder = () => vscode.workspace.workspaceFolders[0].uri;
const file = (name) => vscode.Uri.joinPath(folder(), name);

async function timed(name, work) {
  const began = performance.now();
  const found = await work();
  took[name] = Math.round(performance.now() - began);
  return found;
}

const asked = (name, command, ...args) => timed(name, () => vscode.commands.executeCommand(command, ...args));

async function until(name, truth, seconds = 120) {
  const end = Date.now() + 1000 * seconds;
  while (!(await truth())) {
    assert(Date.now() < end, `not within ${seconds} seconds: ${name}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

const codes = (document) => vscode.languages.getDiagnostics(document.uri).map(({ code }) => code?.value ?? code);

async function replaced(document, old, text) {
  const at = document.getText().indexOf(old);
  assert(at >= 0, old);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(document.positionAt(at), document.positionAt(at + old.length)), text);
  assert(await vscode.workspace.applyEdit(edit));
}

const place = (document, words, inside = 1) => document.positionAt(document.getText().indexOf(words) + inside);

async function brokenAndFixed(document) {
  const right = document.getText();
  await replaced(document, "affordable-to me", "affordabel-to me");
  await timed("message", () => until("N224", () => codes(document).includes("N224")));
  const [wrong] = vscode.languages.getDiagnostics(document.uri);
  const fixes = await asked("quick fix", "vscode.executeCodeActionProvider", document.uri, wrong.range);
  assert(await vscode.workspace.applyEdit(fixes[0].edit), "the quick fix is carried out");
  assert.strictEqual(document.getText(), right);
  await until("no message", () => codes(document).length === 0);
  return fixes[0].title;
}

async function renamed(document) {
  const at = place(document, "site-taken");
  const edit = await asked("rename", "vscode.executeDocumentRenameProvider", document.uri, at, "site-occupied");
  assert(await vscode.workspace.applyEdit(edit), "the rename is carried out");
  await vscode.workspace.saveAll(false);
  const files = edit.entries().map(([uri]) => uri);
  for (const uri of files) {
    const text = () => fs.readFileSync(uri.fsPath, "utf8");
    await until(`renamed in ${uri.fsPath}`, () => text().includes("site-occupied") && !text().includes("site-taken"), 20);
  }
  await until("no message after the rename", () => codes(document).length === 0);
  return files.map((uri) => vscode.workspace.asRelativePath(uri)).sort();
}

async function formatted(document) {
  const right = document.getText();
  await replaced(document, "rule site-occupied", "rule   site-occupied");
  await replaced(document, "\n\n", "\n\n\n");
  await vscode.window.showTextDocument(document);
  await asked("format", "editor.action.formatDocument");
  await until("the layout", () => document.getText() === right, 20);
}

async function everythingElse(document) {
  const { uri } = document;
  const all = new vscode.Range(0, 0, document.lineCount, 0);
  const found = {
    hover: await asked("hover", "vscode.executeHoverProvider", uri, place(document, "wrong-site")),
    definition: await asked("definition", "vscode.executeDefinitionProvider", uri, place(document, "pay-for")),
    references: await asked("references", "vscode.executeReferenceProvider", uri, place(document, "wrong-site")),
    completion: (await asked("completion", "vscode.executeCompletionItemProvider", uri, place(document, "when s.depth is ", 16))).items,
    outline: await asked("outline", "vscode.executeDocumentSymbolProvider", uri),
    folding: await asked("folding", "vscode.executeFoldingRangeProvider", uri),
    colours: (await asked("colours", "vscode.provideDocumentSemanticTokens", uri)).data,
    inlays: await asked("inlays", "vscode.executeInlayHintProvider", uri, all),
  };
  for (const [name, many] of Object.entries(found)) assert(many.length > 0, name);
  assert.strictEqual(found.completion.filter(({ label }) => ["inner", "outer"].includes(label)).length, 2);
  return Object.fromEntries(Object.entries(found).map(([name, many]) => [name, many.length]));
}

async function scenarioRun() {
  const document = await vscode.workspace.openTextDocument(file("scenarios/building.rules"));
  const lenses = await asked("lenses", "vscode.executeCodeLensProvider", document.uri, 3);
  const { command } = lenses[0];
  const answer = await asked("scenario", command.command, ...command.arguments);
  assert(answer.expected, answer.words);
  return `${command.title}: ${answer.words}`;
}

async function stretch() {
  const document = await vscode.workspace.openTextDocument(file("building.rules"));
  assert.strictEqual(document.languageId, "rulewright");
  await vscode.window.showTextDocument(document);
  const hovered = () => vscode.commands.executeCommand("vscode.executeHoverProvider", document.uri, place(document, "wrong-site"));
  await timed("start", () => until("the server", async () => (await hovered()).length > 0));
  return {
    version: vscode.version,
    fix: await brokenAndFixed(document),
    renamed: await renamed(document),
    formatted: await formatted(document),
    found: await everythingElse(document),
    scenario: await scenarioRun(),
  };
}

async function run() {
  let result;
  try {
    result = await stretch();
  } catch (error) {
    result = { error: error.stack };
  }
  const told = JSON.stringify({ ...result, took }, null, 1);
  if (process.env.RULEWRIGHT_RESULT) fs.writeFileSync(process.env.RULEWRIGHT_RESULT, told);
  console.log(told);
  if (result.error) throw new Error(result.error);
}

module.exports = { run };
