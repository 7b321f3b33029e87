import { beforeEach, describe, expect, test } from 'vitest';
import { sweepUploads } from '#lib/domain/uploads/sweep.ts';
import { CLIENT_IP_HEADER } from '#lib/http/server/client-ip.ts';
import { DAY, HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api, cookiesOf } from '#tests/support/call.ts';
import { startS3 } from '#tests/support/providers/s3.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { samples } from '#tests/support/sample-files.ts';
import { submitRequest } from '#tests/support/submissions.ts';
import {
  announceUpload,
  countStoredFiles,
  downloadUpload,
  idOf,
  postUploadProxy,
  putUpload,
  requestUploadUrl,
  statusOf,
  uploadProxyForm,
  uploadRows,
} from '#tests/support/upload-client.ts';
import { createWorld, type World } from '#tests/support/world.ts';

let world: World;
const s3 = await startS3();

describe.each(['local', 's3'])('a pending attachment with %s storage', (kind) => {
  beforeEach(() => {
    world = createWorld(kind === 's3' ? s3.variables : {});
  });
  const uploaded = async () =>
    (await postUploadProxy(uploadProxyForm(samples.pdf, 'a.pdf'))).body.downloadUrl;
  const opened = async (url: string, times: number) => {
    const statuses: number[] = [];
    for (let n = 0; n < times; n += 1) statuses.push(await statusOf(downloadUpload(url)));
    return statuses;
  };

  test('opens five times in all, also at once, and without limit once a request names it', async () => {
    const url = await uploaded();
    const all = await Promise.all(Array.from({ length: 20 }, () => statusOf(downloadUpload(url))));
    expect(all.filter((status) => status === 200)).toHaveLength(5);
    expect(all.filter((status) => status === 404)).toHaveLength(15);
    expect((await submitRequest({ ...publicBody, contratoUrl: url })).status).toBe(200);
    const storedRows = await opened(url, 7);
    expect(new Set(storedRows)).toEqual(new Set([kind === 's3' ? 302 : 200]));
  });

  test('opens for an hour, and again once a request names it', async () => {
    const url = await uploaded();
    world.advance(HOUR - 1);
    expect(await opened(url, 1)).toEqual([200]);
    world.advance(1);
    expect(await opened(url, 1)).toEqual([404]);
    await submitRequest({ ...publicBody, contratoUrl: url });
    expect(await opened(url, 1)).toEqual([kind === 's3' ? 302 : 200]);
  });

  test('has a reading of a quarter of an hour, however many parts are fetched in it', async () => {
    const url = await uploaded();
    let cookies = {};
    const counted: number[] = [];
    for (let at = 0; at < 60; at += 10) {
      const headers = { range: `bytes=${at}-${at + 9}` };
      const response = await api(new URL(url).pathname, { headers, cookies });
      cookies = { ...cookies, ...cookiesOf(response) };
      expect((await response.arrayBuffer()).byteLength).toBe(10);
      counted.push((await uploadRows())[0]?.openings ?? 0);
      world.advance(9 * MINUTE);
    }
    expect(counted).toEqual([1, 1, 2, 2, 3, 3]);
  });

  test('counts one opening for all ranges of one browser, and none for HEAD', async () => {
    const url = await uploaded();
    for (let n = 0; n < 9; n += 1) await downloadUpload(url, 'HEAD');
    const part = (range: string, cookies = {}) =>
      api(new URL(url).pathname, { headers: { range }, cookies });
    const first = await part('bytes=0-9');
    expect((await first.arrayBuffer()).byteLength).toBe(10);
    expect(first.headers.get('content-disposition')).toMatch(/^attachment/);
    for (let at = 10; at < samples.pdf.length; at += 10) {
      expect(await statusOf(part(`bytes=${at}-${at + 9}`, cookiesOf(first)))).toBe(206);
    }
    expect(await statusOf(part('bytes=10-', cookiesOf(first)))).toBe(206);
    expect((await uploadRows()).map(({ openings }) => openings)).toEqual([1]);
    // Each part without the proof, or for another file, counts as a reading.
    const other = await uploaded();
    const headers = { range: 'bytes=10-' };
    const options = { headers, cookies: cookiesOf(first) };
    for (let n = 0; n < 5; n += 1) {
      expect(await statusOf(api(new URL(other).pathname, options))).toBe(206);
    }
    expect(await opened(other, 1)).toEqual([404]);
  });
});

describe('the proof of one opening', () => {
  test('covers twice the file’s size even when passed on, and then each range counts', async () => {
    world = createWorld();
    const { downloadUrl } = (await postUploadProxy(uploadProxyForm(samples.pdf, 'a.pdf'))).body;
    const { pathname } = new URL(downloadUrl);
    const rest = (address: string, cookies = {}) =>
      api(pathname, { cookies, ip: address, headers: { range: 'bytes=1-' } });
    const proof = cookiesOf(await rest('192.0.2.1'));
    const all = await Promise.all(
      Array.from({ length: 30 }, (_, n) => statusOf(rest(`192.0.2.${n}`, proof))),
    );
    // Two parts are covered by the proof, and four openings were left.
    expect(all.filter((status) => status === 206)).toHaveLength(6);
    expect(all.filter((status) => status === 404)).toHaveLength(24);
    await submitRequest({ ...publicBody, contratoUrl: downloadUrl });
    expect(await statusOf(rest('192.0.2.1', proof))).toBe(206);
  });
});

describe('quotas of pending files', () => {
  const large = Buffer.concat([samples.pdf, Buffer.alloc(1024 * 1024 - samples.pdf.length)]);
  const from = (address: string) => ({ [CLIENT_IP_HEADER]: address });
  const send = (bytes: Buffer, address = '192.0.2.1') =>
    postUploadProxy(uploadProxyForm(bytes, 'a.pdf'), from(address));
  const tally = (answers: { status: number }[], status: number) =>
    answers.filter((answer) => answer.status === status).length;

  test('an address may hold twenty times the largest size, also when all files come at once', async () => {
    world = createWorld({ MAX_UPLOAD_MB: '1' });
    const answers = await Promise.all(Array.from({ length: 25 }, () => send(large)));
    expect(tally(answers, 200)).toBe(20);
    const over = answers.find(({ status }) => status === 429);
    expect(over?.body).toMatchObject({ error: 'rate_limited' });
    expect(over?.body.message).toContain('sin enviar una solicitud');
    expect(countStoredFiles(world.dataDir)).toEqual({ files: 20, temp: 0 });
    expect(await uploadRows()).toHaveLength(20);
    expect((await send(large, '192.0.2.2')).status).toBe(200);
    // A file that was submitted counts no longer.
    const [one] = answers.filter(({ status }) => status === 200);
    await submitRequest({ ...publicBody, contratoUrl: one?.body.downloadUrl });
    expect((await send(large)).status).toBe(200);
    expect((await send(large)).status).toBe(429);
  });

  test('all addresses of an IPv6 /64 share one limit of 60 files', async () => {
    world = createWorld();
    const addresses = Array.from({ length: 60 }, (_, n) => `2001:db8:1:2::${n + 1}`);
    const answers = await Promise.all(
      addresses.map((address, n) =>
        n % 2
          ? requestUploadUrl({ type: 'contrato', fileName: 'a.pdf' }, address)
          : send(samples.pdf, address),
      ),
    );
    expect(tally(answers, 200)).toBe(60);
    expect((await send(samples.pdf, '2001:db8:1:2::ffff')).status).toBe(429);
    const requested = await requestUploadUrl(
      { type: 'contrato', fileName: 'a.pdf' },
      '2001:db8:1:2::ffff',
    );
    expect(requested.status).toBe(429);
    expect((await send(samples.pdf, '2001:db8:1:3::1')).status).toBe(200);
    expect((await uploadRows()).every(({ sender }) => !sender?.includes('2001'))).toBe(true);
  });

  test('an advisor is counted by account, not by the address shared with guests', async () => {
    world = createWorld();
    const [ana, eva] = [await makeAdvisor(), await makeAdvisor('eva@resguardo.cl')];
    const store = (cookies: Record<string, string>) => {
      const body = new FormData();
      body.set('file', new File([new Uint8Array(samples.pdf)], 'Póliza.pdf'));
      return statusOf(api('/api/admin/guarantees/document', { body, cookies, ip: '192.0.2.1' }));
    };
    const guests = await Promise.all(Array.from({ length: 61 }, () => send(samples.pdf)));
    expect(tally(guests, 429)).toBe(1);
    const stored = await Promise.all(Array.from({ length: 60 }, () => store(ana.cookies)));
    expect(new Set(stored)).toEqual(new Set([200]));
    world.advance(HOUR / 2);
    expect([await store(ana.cookies), await store(eva.cookies)]).toEqual([429, 200]);
  });

  test('the installation holds PENDING_QUOTA_MB of all senders together', async () => {
    world = createWorld({ MAX_UPLOAD_MB: '1', PENDING_QUOTA_MB: '3' });
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => send(large, `192.0.2.${n}`)),
    );
    expect(tally(answers, 200)).toBe(3);
    expect(tally(answers, 503)).toBe(3);
    expect(answers.find(({ status }) => status === 503)?.body.message).toContain('espacio');
    expect(countStoredFiles(world.dataDir)).toEqual({ files: 3, temp: 0 });
    const announced = await announceUpload('b.pdf');
    expect((await putUpload(announced.presignedUrl, large)).status).toBe(503);
    expect(countStoredFiles(world.dataDir)).toEqual({ files: 3, temp: 0 });
  });

  test('the installation has room again after files are sent with a request or swept', async () => {
    world = createWorld({ MAX_UPLOAD_MB: '1', PENDING_QUOTA_MB: '2' });
    const fill = async () => {
      const statuses: number[] = [];
      let last = '';
      for (let n = 0; n < 3; n += 1) {
        const { status, body } = await send(large, `192.0.2.${n}`);
        statuses.push(status);
        last = body.downloadUrl ?? last;
      }
      return { statuses, last };
    };
    const { statuses, last } = await fill();
    expect(statuses).toEqual([200, 200, 503]);
    await submitRequest({ ...publicBody, contratoUrl: last });
    expect((await fill()).statuses).toEqual([200, 503, 503]);
    world.advance(DAY);
    expect(await sweepUploads(world.now())).toBe(2);
    expect((await fill()).statuses).toEqual([200, 200, 503]);
  });

  test('a file sent to an announced address is refused once its sender’s quota is full, and nothing of it stays', async () => {
    world = createWorld({ MAX_UPLOAD_MB: '1' });
    const { presignedUrl, downloadUrl } = await announceUpload('a.pdf');
    for (let n = 0; n < 20; n += 1) await send(large);
    expect((await putUpload(presignedUrl, large)).status).toBe(429);
    expect(idOf(downloadUrl)).not.toBe('');
    expect(countStoredFiles(world.dataDir)).toEqual({ files: 20, temp: 0 });
  });
});
