import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json;charset=utf-8' });
  response.end(JSON.stringify(body));
}

/** Sends a proxy's page instead of an answer. */
export function badGateway(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/html' });
  response.end('<html><h1>Bad gateway</h1></html>');
}

/** Promises more in the headers than it sends. */
export function cutOff(response: ServerResponse, result: object): void {
  const body = JSON.stringify(result);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.write(body.slice(0, body.length / 2));
  setTimeout(() => response.destroy(), 20);
}

/** Escapes a text for a page of a stand-in. */
export function escaped(text = ''): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  return (await bytesOf(request)).toString('utf8');
}

export async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Returns null for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/** Makes a server that hangs up if its answer throws. */
export const serverOf = (answer: Answer): Server =>
  createServer(async (request, response) => {
    try {
      await answer(request, response);
    } catch {
      response.destroy();
    }
  });

/** Listens on this loopback port, or on a free one. `close` hangs up on remaining clients. */
export async function listen(server: Server, wanted = 0) {
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const close = async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { port, url: `http://127.0.0.1:${port}`, close };
}
