// The client of `rulewright lsp`: starts the server and hands it what is open. Everything else is the server's work.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

async function start() {
  const settings = vscode.workspace.getConfiguration("rulewright");
  const [command, ...args] = settings.get("command");
  const options = {
    documentSelector: [
      { language: "rulewright" },
      { pattern: "**/locale/*.po" },
      { pattern: "**/locale/*.toml" },
    ],
    initializationOptions: {
      lang: settings.get("lang") || vscode.env.language,
      site: settings.get("site") || null,
    },
  };
  client = new LanguageClient("rulewright", "Rulewright", { command, args }, options);
  try {
    await client.start();
  } catch (error) {
    const words = `Rulewright: \`${[command, ...args].join(" ")}\` cannot be started (pip install 'rulewright[editor]').`;
    vscode.window.showErrorMessage(`${words} ${error.message}`);
  }
}

async function activate(context) {
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("rulewright")) {
        await deactivate();
        await start();
      }
    }),
  );
  await start();
}

async function deactivate() {
  const old = client;
  client = undefined;
  await old?.stop().catch(() => undefined);
}

module.exports = { activate, deactivate };
