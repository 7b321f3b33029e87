import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GET as urlRoute } from '#app/api/guarantees/upload-url/route.ts';
import { openUpload, verifyUpload } from '#lib/domain/uploads/access.ts';
import { storeUpload } from '#lib/domain/uploads/arrivals.ts';
import { sweepUploads } from '#lib/domain/uploads/sweep.ts';
import { downloadUrlOf, uploadIdOfUrl } from '#lib/domain/uploads/view.ts';
import { holdUpload, keepUploads, releaseUpload } from '#lib/domain/uploads/writes.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { drafts } from '#lib/platform/db/schema/drafts.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';
import { getStorage } from '#lib/platform/storage/open.ts';
import { receiveFile } from '#lib/platform/storage/receive.ts';
import { type S3StandIn, startS3 } from '../support/providers/s3.ts';
import { intruders, samples } from '../support/sample-files.ts';
import {
  askForUrl,
  download,
  form,
  leftovers,
  postProxy,
  put,
  urlAddress,
} from '../support/upload-client.ts';
import { createWorld, type World } from '../support/world.ts';

const MB = 1024 * 1024;
const HOUR = 60 * 60 * 1000;
let world: World;
let s3: S3StandIn;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.close());
afterEach(async () => {
  s3.fail(null);
  await world.close();
});

const ask = async (fileName = 'Póliza.pdf', type = 'contrato') =>
  (await askForUrl({ type, fileName })).body;
const idOf = (url: string) => uploadIdOfUrl(url) ?? '';
const rows = () => getDb().read.select().from(uploads);
const keep = (id: string) => getDb().write((tx) => keepUploads(tx, [id]));
const stream = (chunk: Buffer, times: number, failing = false) => {
  let sent = 0;
  return {
    sent: () => sent,
    body: new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent === times)
          return failing ? controller.error(new Error('gone')) : controller.close();
        sent += 1;
        controller.enqueue(chunk);
      },
    }),
  };
};

describe.each(['local', 's3'])('attachments with %s storage', (kind) => {
  beforeEach(() => {
    world = createWorld(kind === 's3' ? s3.variables : {});
  });

  it('arrive at the presigned address and come back as a download', async () => {
    const { presignedUrl, downloadUrl } = await ask();
    expect((await put(presignedUrl, samples.pdf)).status).toBe(200);
    let answer = await download(downloadUrl);
    if (kind === 's3') {
      expect(answer.status).toBe(302);
      answer = await fetch(answer.headers.get('location') ?? '');
    }
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(samples.pdf)).toBe(true);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Poliza.pdf"; filename*=UTF-8''P%C3%B3liza.pdf`,
    );
  });

  it('arrive through the proxy', async () => {
    const { status, body } = await postProxy(form(samples.docx, 'Bases.docx', 'adicional'));
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['success', 'downloadUrl']);
    expect(await verifyUpload(idOf(body.downloadUrl))).toEqual({
      fileName: 'Bases.docx',
      size: samples.docx.length,
    });
    expect(await rows()).toMatchObject([{ kind: 'adicional', state: 'arrived' }]);
  });

  it.each(Object.entries(intruders))('%s is refused and nothing stays', async (_, intruder) => {
    const { bytes, name } = intruder;
    const stored = s3.count();
    const proxied = await postProxy(form(bytes, name));
    expect(proxied).toMatchObject({ status: 400, body: { error: 'invalid_file' } });
    expect(proxied.body.fields?.file).toContain('PDF');
    expect(await rows()).toEqual([]);

    const asked = await askForUrl({ type: 'contrato', fileName: name });
    if (asked.status === 400) {
      expect(asked.body.error).toBe('invalid_file');
      expect(await rows()).toEqual([]);
    } else {
      const sent = await put(asked.body.presignedUrl, bytes);
      if (kind === 'local')
        expect(sent).toMatchObject({ status: 400, body: { error: 'invalid_file' } });
      const checking = verifyUpload(idOf(asked.body.downloadUrl));
      await expect(checking).rejects.toMatchObject({
        code: kind === 's3' ? 'invalid_file' : 'not_found',
      });
      expect((await download(asked.body.downloadUrl)).status).toBe(404);
      expect(await rows()).toMatchObject([{ state: 'requested' }]);
    }
    expect(leftovers(world.dataDir)).toEqual({ files: 0, temp: 0 });
    expect(s3.count()).toBe(stored);
  });

  it('are not there before they are sent, whatever the address says', async () => {
    const { downloadUrl } = await ask();
    await expect(verifyUpload(idOf(downloadUrl))).rejects.toMatchObject({ code: 'not_found' });
    await expect(openUpload('unknown')).rejects.toMatchObject({ code: 'not_found' });
    expect((await download(downloadUrl)).status).toBe(404);
    expect(await keep(idOf(downloadUrl))).toEqual([idOf(downloadUrl)]);
  });

  it('cannot be changed once a submission keeps them', async () => {
    const { presignedUrl, downloadUrl } = await ask();
    await put(presignedUrl, samples.pdf);
    await verifyUpload(idOf(downloadUrl));
    expect(await keep(idOf(downloadUrl))).toEqual([]);
    const second = await put(presignedUrl, Buffer.concat([samples.pdf, samples.pdf]));
    if (kind === 'local')
      expect(second).toMatchObject({ status: 409, body: { error: 'conflict' } });
    expect(await verifyUpload(idOf(downloadUrl))).toMatchObject({ size: samples.pdf.length });
    expect(await keep(idOf(downloadUrl))).toEqual([]);
    expect(leftovers(world.dataDir).temp).toBe(0);
  });

  it('that nobody names are swept after a day with their objects, the others stay', async () => {
    const stored = s3.count();
    const urls: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      const { presignedUrl, downloadUrl } = await ask(`${n}.pdf`);
      await put(presignedUrl, samples.pdf);
      await verifyUpload(idOf(downloadUrl));
      urls.push(downloadUrl);
    }
    const [kept, held, orphan, plain] = urls.map(idOf);
    await keep(kept ?? '');
    await getDb().write(async (tx) => {
      const at = world.now();
      await tx.insert(drafts).values({ id: 'd', answers: '{}', createdAt: at, updatedAt: at });
      expect(await holdUpload(tx, held ?? '', 'd')).toBe(true);
      expect(await holdUpload(tx, orphan ?? '', 'gone')).toBe(true);
      expect(await holdUpload(tx, 'unknown', 'd')).toBe(false);
    });
    world.advance(23 * HOUR);
    await sweepUploads(world.now());
    expect((await rows()).filter((row) => row.state !== 'removing')).toHaveLength(4);
    world.advance(2 * HOUR);
    expect(await sweepUploads(world.now())).toBe(2);
    expect((await rows()).map((row) => row.id).sort()).toEqual([kept, held].sort());
    expect(await keep(plain ?? '')).toEqual([plain]);

    await getDb().write((tx) => releaseUpload(tx, held ?? '', 'd'));
    expect(await sweepUploads(world.now())).toBe(1);
    expect(kind === 's3' ? s3.count() - stored : leftovers(world.dataDir).files).toBe(1);
    expect(await sweepUploads(world.now())).toBe(0);
  });
});

describe('attachments with local storage', () => {
  beforeEach(() => {
    world = createWorld();
  });

  it('need a CSRF token before an address is given', async () => {
    const bare = await urlRoute(new Request(`${urlAddress}?type=contrato&fileName=a.pdf`), {
      params: Promise.resolve({}),
    });
    expect([bare.status, (await bare.json()).error]).toEqual([403, 'csrf_invalid']);
    expect(await rows()).toEqual([]);
  });

  it.each([
    [{ fileName: 'a.pdf' }, 'type'],
    [{ type: 'otro', fileName: 'a.pdf' }, 'type'],
    [{ type: 'contrato' }, 'fileName'],
    [{ type: 'contrato', fileName: '' }, 'fileName'],
    [{ type: 'contrato', fileName: 'a'.repeat(300) }, 'fileName'],
  ])('asked for with %j are refused at %s', async (query, field) => {
    const { status, body } = await askForUrl(query as Record<string, string>);
    expect([status, body.error]).toEqual([400, 'validation_failed']);
    expect(body.fields).toHaveProperty(field);
  });

  it('refuse forged, moved, expired and missing signatures, and keep nothing', async () => {
    const { presignedUrl } = await ask();
    const other = await ask();
    const { searchParams } = new URL(presignedUrl);
    const forged = [
      presignedUrl.replace(/signature=./, 'signature=_'),
      presignedUrl.replace(/expires=\d+/, (text) => `${text}0`),
      presignedUrl.replace(/expires=\d+/, ''),
      presignedUrl.split('?')[0] ?? '',
      `${other.presignedUrl.split('?')[0]}?${searchParams}`,
    ];
    for (const address of forged) {
      expect(await put(address, samples.pdf)).toMatchObject({
        status: 403,
        body: { error: 'forbidden' },
      });
    }
    world.advance(15 * 60 * 1000 + 1);
    expect((await put(presignedUrl, samples.pdf)).status).toBe(403);
    expect(leftovers(world.dataDir)).toEqual({ files: 0, temp: 0 });
  });

  it('sent twice overwrite only themselves', async () => {
    const [first, second] = [await ask('a.pdf'), await ask('b.png')];
    await put(first.presignedUrl, samples.pdf);
    await put(second.presignedUrl, samples.png);
    const longer = Buffer.concat([samples.pdf, Buffer.from('\n%%EOF\n')]);
    expect((await put(first.presignedUrl, longer)).status).toBe(200);
    expect(await (await download(first.downloadUrl)).text()).toBe(longer.toString());
    expect((await verifyUpload(idOf(second.downloadUrl))).size).toBe(samples.png.length);
    expect((await put(first.presignedUrl, samples.png)).status).toBe(400);
    expect((await verifyUpload(idOf(first.downloadUrl))).size).toBe(longer.length);
    expect(leftovers(world.dataDir)).toEqual({ files: 2, temp: 0 });
    expect(await rows()).toHaveLength(2);
  });

  it('sent many times at once end as one of them, whole', async () => {
    const { presignedUrl, downloadUrl } = await ask();
    const bodies = Array.from({ length: 12 }, (_, n) =>
      Buffer.concat([samples.pdf, Buffer.alloc(50_000 * (n + 1), `${n % 10}`)]),
    );
    const answers = await Promise.all(bodies.map((body) => put(presignedUrl, body)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const stored = Buffer.from(await (await download(downloadUrl)).arrayBuffer());
    expect(bodies.some((body) => body.equals(stored))).toBe(true);
    expect(leftovers(world.dataDir)).toEqual({ files: 1, temp: 0 });
    expect(await rows()).toHaveLength(1);
  });

  it('kept while a second body is on its way stay as they were', async () => {
    const { presignedUrl, downloadUrl } = await ask();
    await put(presignedUrl, samples.pdf);
    const id = idOf(downloadUrl);
    const file = await receiveFile(stream(samples.pdf, 2).body, { maxBytes: MB });
    const late = storeUpload(id, file);
    await keep(id);
    await late.catch((error) => expect(error).toMatchObject({ code: 'conflict' }));
    const { size } = await verifyUpload(id);
    const replacedBeforeKeeping = size === samples.pdf.length * 2;
    expect(replacedBeforeKeeping || size === samples.pdf.length).toBe(true);
    expect(leftovers(world.dataDir)).toEqual({ files: 1, temp: 0 });
  });

  it('over the limit are cut off at once, with or without an honest length', async () => {
    const { presignedUrl } = await ask();
    const chunk = Buffer.alloc(256 * 1024, samples.pdf);
    const endless = stream(chunk, 4_000);
    expect(await put(presignedUrl, endless.body)).toMatchObject({
      status: 413,
      body: { error: 'payload_too_large', message: 'El archivo supera el máximo de 10 MB.' },
    });
    expect(endless.sent()).toBeLessThan(50);
    const untouched = stream(chunk, 4_000);
    const declared = { 'content-length': String(11 * MB) };
    expect((await put(presignedUrl, untouched.body, declared)).status).toBe(413);
    expect(untouched.sent()).toBeLessThan(3);
    const exact = Buffer.alloc(10 * MB, samples.pdf);
    expect((await put(presignedUrl, exact)).status).toBe(200);
    expect(leftovers(world.dataDir)).toEqual({ files: 1, temp: 0 });
  });

  it('that break off leave nothing', async () => {
    const { presignedUrl, downloadUrl } = await ask();
    const broken = stream(samples.pdf, 3, true);
    expect(await put(presignedUrl, broken.body)).toMatchObject({ status: 400 });
    expect((await download(downloadUrl)).status).toBe(404);
    expect(leftovers(world.dataDir)).toEqual({ files: 0, temp: 0 });
  });

  it('come back guarded, with HEAD too, and never by another token', async () => {
    const { body } = await postProxy(form(samples.png, 'foto.png'));
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await download(body.downloadUrl, method);
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/png',
        'content-length': String(samples.png.length),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, no-store',
      });
      expect((await answer.arrayBuffer()).byteLength).toBe(
        method === 'GET' ? samples.png.length : 0,
      );
    }
    const id = idOf(body.downloadUrl);
    for (const token of [
      id,
      `${id}.`,
      `${id}.x`,
      body.downloadUrl.slice(-43),
      '%00',
      'a'.repeat(500),
    ]) {
      expect((await download(`http://localhost:3000/api/guarantees/files/${token}`)).status).toBe(
        404,
      );
    }
  });

  it('know their own address and no other', () => {
    const own = downloadUrlOf('abc');
    expect(uploadIdOfUrl(own)).toBe('abc');
    for (const foreign of [
      'https://drive.google.com/file/1',
      own.replace('localhost', 'localhost.evil.cl'),
      own.replace('http:', 'https:'),
      own.replace('/files/', '/otros/'),
      'not an address',
    ]) {
      expect(uploadIdOfUrl(foreign)).toBeNull();
    }
    for (const forged of [
      own.slice(0, -1),
      `${own}?a=1`,
      `${own}#x`,
      `${own}/`,
      own.replace('abc', 'abd'),
      own.replace('http://', 'http://user@'),
    ]) {
      expect(() => uploadIdOfUrl(forged), forged).toThrow('not_found');
    }
  });

  it('whose bytes vanished or shrank are not there', async () => {
    const { body } = await postProxy(form(samples.pdf, 'a.pdf'));
    const id = idOf(body.downloadUrl);
    await getDb().write((tx) => tx.update(uploads).set({ size: 1 }).where(eq(uploads.id, id)));
    await expect(verifyUpload(id)).rejects.toMatchObject({ code: 'not_found' });
    const [row] = await rows();
    await getStorage().remove(row?.objectKey ?? '');
    await expect(verifyUpload(id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await download(body.downloadUrl)).status).toBe(404);
  });

  it('are limited to 60 in 10 minutes for each address and operation', async () => {
    const asks = await Promise.all(
      Array.from({ length: 61 }, () => askForUrl({ type: 'contrato' }, '198.51.100.7')),
    );
    expect(asks.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(1);
    expect((await postProxy(form(samples.pdf, 'a.pdf'))).status).toBe(200);
  });

  it('left half way by a killed process are swept: rows and objects', async () => {
    await postProxy(form(samples.pdf, 'a.pdf'));
    await getDb().write((tx) => tx.run(sql`update uploads set state = 'removing'`));
    expect(await sweepUploads(world.now() + HOUR - 1)).toBe(0);
    expect(await sweepUploads(world.now() + HOUR)).toBe(1);
    expect(await rows()).toEqual([]);
    expect(leftovers(world.dataDir).files).toBe(0);
  });
});

describe('attachments with S3 storage', () => {
  beforeEach(() => {
    world = createWorld(s3.variables);
  });

  it('too large for us are refused and removed when they are used', async () => {
    const stored = s3.count();
    const { presignedUrl, downloadUrl } = await ask();
    await put(presignedUrl, Buffer.alloc(10 * MB + 1, samples.pdf));
    const checking = verifyUpload(idOf(downloadUrl));
    await expect(checking).rejects.toMatchObject({ code: 'payload_too_large' });
    expect(s3.count()).toBe(stored);
  });

  it('sent again after their check change nothing, and the late bytes are swept', async () => {
    const stored = s3.count();
    const { presignedUrl, downloadUrl } = await ask();
    await put(presignedUrl, samples.pdf);
    const id = idOf(downloadUrl);
    await Promise.all([verifyUpload(id), verifyUpload(id), verifyUpload(id)]);
    await keep(id);
    await put(presignedUrl, Buffer.from('<script>alert(1)</script>'));
    expect(await verifyUpload(id)).toMatchObject({ size: samples.pdf.length });
    await sweepUploads(world.now() + HOUR);
    expect(s3.count()).toBe(stored + 1);
    expect(await rows()).toHaveLength(1);
  });

  it('are unavailable while the store is, and the sweep goes on later', async () => {
    const { body } = await postProxy(form(samples.pdf, 'a.pdf'));
    s3.fail('hang-up');
    expect((await postProxy(form(samples.pdf, 'b.pdf'))).status).toBe(503);
    const checking = verifyUpload(idOf(body.downloadUrl));
    await expect(checking).rejects.toMatchObject({ code: 'unavailable' });
    expect(await sweepUploads(world.now() + 25 * HOUR)).toBe(0);
    s3.fail(null);
    expect(await sweepUploads(world.now() + 25 * HOUR)).toBe(2);
    expect(await rows()).toEqual([]);
    expect(leftovers(world.dataDir).temp).toBe(0);
  });
});
