import type { IncomingMessage, ServerResponse } from 'node:http';

/** What stand-ins of JSON over HTTP have in common. */
export function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json;charset=utf-8' });
  response.end(JSON.stringify(body));
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  return (await bytesOf(request)).toString('utf8');
}

export async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Null when it is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
