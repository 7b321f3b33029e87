import { randomUUID } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { submissionBody } from '#lib/domain/requests/submissions/schema.ts';
import { openStore } from '#tools/bench/bare-store.ts';

/**
 * Does the same work on plain node:http: `POST /submit` stores a body, `GET /read` reads one, `POST
 * /file` stores a file, and `GET /file` sends the file that BARE_DOWNLOAD names.
 */
const store = await openStore();
const files = process.env.BARE_FILES ?? '.';

const server = createServer((request, response) => {
  serve(request, response).catch(() => response.destroy());
});
server.listen(Number(process.env.PORT), () => console.log('listening'));

async function serve(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  if (request.method === 'GET' && request.url === '/file') return sendFile(response);
  if (request.method === 'GET' && request.url === '/read') return sendRow(response);
  if (request.method !== 'POST') return response.writeHead(405).end();
  const submissionId = request.url === '/file' ? await keepFile(request) : await keepBody(request);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ success: true, data: { submissionId } }));
}

/** Sends one row by its key, the least that a logged-in request must read. */
async function sendRow(response: ServerResponse): Promise<void> {
  const body = await store.read(1);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ success: true, data: { body } }));
}

async function sendFile(response: ServerResponse): Promise<void> {
  const path = process.env.BARE_DOWNLOAD ?? '';
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-length': statSync(path).size,
  });
  createReadStream(path).pipe(response);
}

async function keepBody(request: IncomingMessage): Promise<number> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = submissionBody.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  return store.insert(JSON.stringify(body));
}

/** Writes the file to the disk and flushes it before the reply. */
async function keepFile(request: IncomingMessage): Promise<number> {
  const handle = await open(join(files, randomUUID()), 'wx');
  try {
    let size = 0;
    for await (const chunk of request) size += (await handle.write(chunk)).bytesWritten;
    await handle.sync();
    return size;
  } finally {
    await handle.close();
  }
}
