#!/usr/bin/env node
import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

/**
 * Starts Firefox (`FIREFOX_PATH`) for Playwright's WebDriver BiDi. Playwright sends one command
 * that the ESR lacks: it is answered here, and all others go through. Playwright reads the address
 * to connect to from the output.
 */
const UNKNOWN = 'emulation.setMediaFeaturesOverride';

const firefox = spawn(process.env.FIREFOX_PATH ?? 'firefox-esr', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => firefox.kill(signal));
}

for await (const line of createInterface({ input: firefox.stderr })) {
  const [, address] = /^WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
  const reportedText = address
    ? `WebDriver BiDi listening on ws://127.0.0.1:${await standBetween(address)}`
    : line;
  process.stderr.write(`${reportedText}\n`);
}

async function standBetween(address: string): Promise<number> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (playwright, { url }) => {
    const browser = new WebSocket(`${address}${url}`);
    const early: string[] = [];
    browser.on('open', () => {
      for (const message of early) browser.send(message);
    });
    browser.on('message', (message) => playwright.send(`${message}`));
    browser.on('close', () => playwright.close());
    playwright.on('close', () => browser.close());
    playwright.on('message', (data) => {
      const { id, method } = JSON.parse(`${data}`);
      if (method === UNKNOWN) playwright.send(JSON.stringify({ id, type: 'success', result: {} }));
      else if (browser.readyState === WebSocket.OPEN) browser.send(`${data}`);
      else early.push(`${data}`);
    });
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return port;
}
