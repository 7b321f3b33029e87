import { describe, expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { noRows, rowCounts, submitRequest } from '#tests/support/submissions.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });

const json = { 'content-type': 'application/json' };
const submitText = (body: string) => submitRequest(null, { body, headers: json });

test('a body that takes minutes to arrive makes a request dated when it had arrived', async () => {
  const body = new ReadableStream<Uint8Array>(
    {
      pull(stream) {
        world.advance(4 * MINUTE);
        stream.enqueue(Buffer.from(JSON.stringify(publicBody)));
        stream.close();
      },
    },
    { highWaterMark: 0 },
  );
  const from = world.now();
  expect((await submitRequest(null, { body, headers: json })).status).toBe(200);
  const [lead] = await getDb().read.select().from(leads);
  expect(lead?.createdAt).toBe(from + 4 * MINUTE);
});

describe('a body of a submission', () => {
  test.each([
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"hola"'],
    ['a number', '7'],
  ])('that is JSON but not an object is refused as invalid: %s', async (_, text) => {
    const response = await submitText(text);
    const reply = await response.json();
    expect(response.status).toBe(400);
    expect(reply.error).toBe('validation_failed');
    expect(Object.keys(reply.fields)).toHaveLength(1);
    expect(await rowCounts()).toEqual(noRows);
  });

  test.each([
    ['cut off', '{"sistemaLicitacion":"chile'],
    ['nothing', ''],
    ['a form', 'a=b'],
    ['two', '{}{}'],
    ['nested without end', `${'['.repeat(100_000)}`],
  ])('that is not JSON is refused as invalid_json: %s', async (_, text) => {
    const response = await submitText(text);
    expect(response.status).toBe(400);
    expect((await response.json()).error).toBe('invalid_json');
    expect(await rowCounts()).toEqual(noRows);
  });

  test('nested 50,000 levels deep is refused without a crash', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const text = JSON.stringify(publicBody).replace('"garantias":[', `"garantias":[${deep},`);
    const response = await submitText(text);
    expect(response.status).toBe(400);
    expect(await rowCounts()).toEqual(noRows);
  });

  test.each([
    undefined,
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'text/json',
  ])('of type %s is refused with 415', async (type) => {
    const body = new Blob([JSON.stringify(publicBody)]);
    const response = await submitRequest(null, {
      body,
      headers: type ? { 'content-type': type } : {},
    });
    expect(response.status).toBe(415);
    expect((await response.json()).error).toBe('unsupported_media_type');
    expect(await rowCounts()).toEqual(noRows);
  });

  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
    'of type %s is read',
    async (type) => {
      const body = JSON.stringify(publicBody);
      const response = await submitRequest(null, { body, headers: { 'content-type': type } });
      expect(response.status).toBe(200);
    },
  );

  test('that is missing is refused as invalid_json', async () => {
    const response = await submitRequest(undefined, { headers: json });
    expect(response.status).toBe(400);
    expect((await response.json()).error).toBe('invalid_json');
  });

  test('that is too large is refused with 413, declared or sent in pieces under a false length', async () => {
    const text = JSON.stringify({ ...publicBody, relleno: 'x'.repeat(300_000) });
    const headers = { ...json, 'content-length': String(text.length) };
    const declared = await submitRequest(null, { body: text, headers });
    expect(declared.status).toBe(413);
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new TextEncoder().encode('x'.repeat(10_000)));
      },
    });
    const lying = await submitRequest(null, {
      body: endless,
      headers: { ...json, 'content-length': '10' },
    });
    expect(lying.status).toBe(413);
    expect((await lying.json()).error).toBe('payload_too_large');
    expect(pulled).toBeLessThan(40);
    expect(await rowCounts()).toEqual(noRows);
  });
});
