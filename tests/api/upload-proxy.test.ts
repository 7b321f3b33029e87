import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { uploadIdOfUrl } from '#lib/domain/uploads/view.ts';
import { verifyUpload } from '#lib/domain/uploads/writes/open-upload.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';
import { samples } from '#tests/support/sample-files.ts';
import {
  countStoredFiles,
  postUploadProxy,
  uploadProxyForm,
} from '#tests/support/upload-client.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { worldForTest } from '#tests/support/world.ts';

const MB = 1024 * 1024;
const boundary = 'frontera';
const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
const typePart = `--${boundary}\r\ncontent-disposition: form-data; name="type"\r\n\r\ncontrato\r\n`;
const fileHead = (name = 'a.pdf', field = 'file') =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n`;
const end = `\r\n--${boundary}--\r\n`;
const pdf = samples.pdf.toString();

const world = worldForTest();
afterEach(async () => {
  // A refused upload leaves nothing: neither bytes nor rows nor temporary files.
  const rows = await getDb().read.$count(uploads);
  expect(countStoredFiles(world.dataDir)).toEqual({ files: rows, temp: 0 });
});
const stored = () => getDb().read.$count(uploads);
/** Returns the sizes of temporary files. Their folder is made with the first file. */
function tempSizes(): number[] {
  const folder = join(world.dataDir, 'tmp');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => statSync(join(folder, name)).size);
}

/** Makes a body of chunks that then ends, breaks, or hangs. */
function chunked(chunks: (string | Buffer)[], ending: 'end' | 'break' = 'end') {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks[sent];
        if (chunk === undefined) {
          return ending === 'end' ? controller.close() : controller.error(new Error('reset'));
        }
        sent += 1;
        controller.enqueue(Buffer.from(chunk));
      },
    },
    { highWaterMark: 0 },
  );
  return { body, sent: () => sent };
}

describe('the upload proxy', () => {
  test('accepts the file before or after its fields, in chunks of any size', async () => {
    for (const whole of [
      `${typePart}${fileHead()}${pdf}${end}`,
      `${fileHead()}${pdf}\r\n${typePart.trimEnd()}${end}`,
    ]) {
      const { status } = await postUploadProxy(chunked([...whole]).body, headers);
      expect(status).toBe(200);
    }
    expect(await stored()).toBe(2);
  });

  test('keeps the file name as typed and every byte as it came', async () => {
    const bytes = Buffer.concat([
      samples.pdf,
      Buffer.from(`\r\n--${boundary}x\r\n\0\xff`, 'latin1'),
    ]);
    const { body } = await postUploadProxy(uploadProxyForm(bytes, '..\\Cotización ñandú “2”.pdf'));
    expect(await verifyUpload(uploadIdOfUrl(body.downloadUrl) ?? '')).toEqual({
      fileName: 'Cotización ñandú “2”.pdf',
      size: bytes.length,
    });
  });

  test.each([
    ['no type', uploadProxyForm(samples.pdf, 'a.pdf', null), 'type'],
    ['an unknown type', uploadProxyForm(samples.pdf, 'a.pdf', '__proto__'), 'type'],
    ['no file', `${typePart.trimEnd()}${end}`, 'file'],
    ['an empty file field, as browsers send it', `${typePart}${fileHead('')}${end}`, 'file'],
    ['a file in another field', `${typePart}${fileHead('a.pdf', 'otro')}${pdf}${end}`, 'file'],
    ['two files', `${typePart}${fileHead()}${pdf}\r\n${fileHead()}${pdf}${end}`, 'file'],
    ['a body cut off inside the file', `${typePart}${fileHead()}${pdf}`, 'file'],
    ['a body cut off inside a header', `${typePart}--${boundary}\r\ncontent-dis`, 'file'],
    ['an empty body', '', 'file'],
    ['another boundary than announced', `--x\r\n\r\n${pdf}\r\n--x--`, 'file'],
    [
      'a type of 10 kB',
      typePart.replace('contrato', 'x'.repeat(10_000)) + fileHead() + pdf + end,
      'type',
    ],
    [
      'a form without boundary',
      pdf,
      'file',
      { 'content-type': 'multipart/form-data; charset=utf-8' },
    ],
    ['100 fields', `${typePart.repeat(100)}${fileHead()}${pdf}${end}`, 'file'],
  ])('refuses a body with %s and keeps nothing', async (_, body, field, type = headers) => {
    const answer = await postUploadProxy(body, typeof body === 'string' ? type : {});
    expect(answer).toMatchObject({ status: 400, body: { error: 'validation_failed' } });
    expect(answer.body.fields).toHaveProperty(field);
    expect(await stored()).toBe(0);
  });

  test.each(['application/json', 'multipart/mixed; boundary=x', 'text/plain', ''])(
    'refuses the content type %j',
    async (type) => {
      const answer = await postUploadProxy(Buffer.from(pdf), { 'content-type': type });
      expect(answer).toMatchObject({ status: 415, body: { error: 'unsupported_media_type' } });
    },
  );

  test('refuses a malformed multipart body without waiting for its end', async () => {
    const type = { 'content-type': 'multipart/form-data; boundary=' };
    for (const body of [`${'-'.repeat(102)}b\r\nx: y\r\n\r\n${pdf}\r\n--b--\r\n`, '----', '']) {
      expect((await postUploadProxy(Buffer.from(body), type)).status).toBe(400);
    }
  });

  test('keeps nothing of a complete file when its form is refused', async () => {
    const tooMuch = typePart.replace('contrato', 'x'.repeat(10_000));
    const [first = '', ...rest] = tooMuch.split('\r\n');
    const parts = [`${fileHead()}${pdf}\r\n${first}\r\n`, rest.join('\r\n'), end];
    let written = 0;
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      if (parts.length === 2) {
        written = await waitFor(() => tempSizes().find((size) => size === pdf.length));
        // The temporary file closes a few event-loop turns after the last write.
        await setTimeout(50);
      }
      const part = parts.shift();
      if (part === undefined) controller.close();
      else controller.enqueue(Buffer.from(part));
    };
    const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
    // The refusal is about the file or its type: whichever is known first.
    expect((await postUploadProxy(body, headers)).status).toBe(400);
    expect(written).toBe(pdf.length);
  });

  test('refuses a connection that breaks off within the file', async () => {
    const broken = chunked([typePart, fileHead(), pdf, pdf], 'break');
    expect((await postUploadProxy(broken.body, headers)).status).toBe(400);
  });

  test('stops reading just over the limit, whatever content-length says', async () => {
    const piece = Buffer.alloc(256 * 1024, samples.pdf);
    const pieces = Array.from({ length: 4_000 }, () => piece);
    const lies: Record<string, string>[] = [{}, { 'content-length': '100' }];
    for (const lie of lies) {
      const endless = chunked([typePart, fileHead(), ...pieces]);
      const answer = await postUploadProxy(endless.body, { ...headers, ...lie });
      expect(answer).toMatchObject({ status: 413, body: { error: 'payload_too_large' } });
      expect(endless.sent()).toBeLessThan(48);
    }
    const honest = chunked([typePart, fileHead(), ...pieces]);
    const length = { ...headers, 'content-length': String(500 * MB) };
    expect((await postUploadProxy(honest.body, length)).status).toBe(413);
    expect(honest.sent()).toBe(0);
  });

  test('stops reading an endless part outside of the file', async () => {
    const piece = Buffer.alloc(256 * 1024, 'x');
    const pieces = Array.from({ length: 4_000 }, () => piece);
    for (const start of [[], [typePart, `${fileHead()}${pdf}${end}`], [`--${boundary}\r\nx: `]]) {
      const endless = chunked([...start, ...pieces]);
      expect((await postUploadProxy(endless.body, headers)).status).toBeGreaterThanOrEqual(400);
      expect(endless.sent()).toBeLessThan(48);
    }
  });

  test('accepts a file of exactly the limit, and not one byte more', async () => {
    const exact = Buffer.alloc(10 * MB, samples.pdf);
    expect((await postUploadProxy(uploadProxyForm(exact, 'a.pdf'))).status).toBe(200);
    expect(
      (await postUploadProxy(uploadProxyForm(Buffer.concat([exact, Buffer.from('x')]), 'a.pdf')))
        .status,
    ).toBe(413);
    expect(await stored()).toBe(1);
  });
});
