import { beforeEach, describe, expect, test } from 'vitest';
import { getStorage } from '#lib/platform/storage/client.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { auditTrailOf } from '#tests/support/auth-calls.ts';
import { startS3 } from '#tests/support/providers/s3.ts';
import { samples } from '#tests/support/sample-files.ts';
import {
  addDocument,
  bytesOf,
  downloadDocument,
  makeMemberAdmin,
  shareToken,
  statusAndCode,
} from '#tests/support/shares.ts';
import { createWorld } from '#tests/support/world.ts';

const s3 = await startS3();
let ana: Member;

const bytes = Buffer.from('0123456789abcdefghij');

describe.each(['local', 's3'])('a download from %s storage', (kind) => {
  beforeEach(async () => {
    createWorld({ RATE_LIMITS: 'off', ...(kind === 's3' ? s3.variables : {}) });
    ana = await makeUser();
  });
  const get = (key: string, headers: Record<string, string> = {}, method = 'GET') =>
    downloadDocument({ key }, { cookies: ana.cookies, headers, method });

  test('is the whole file under its name, with headers that keep browsers from running it', async () => {
    const { fileId } = await addDocument(ana.id, { bytes, fileName: 'Póliza "Ñuble" 2026.pdf' });
    const response = await get(fileId);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store, no-transform',
      'content-disposition': `attachment; filename="Poliza _Nuble_ 2026.pdf"; filename*=UTF-8''P%C3%B3liza%20%22%C3%91uble%22%202026.pdf`,
      'content-length': '20',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'application/octet-stream',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(await bytesOf(response)).toEqual(bytes);
  });

  test.each([
    ['1', 'inline', 'application/pdf'],
    ['0', 'attachment', 'application/octet-stream'],
    ['', 'attachment', 'application/octet-stream'],
  ])('with `inline=%s` is %s', async (inline, disposition, type) => {
    const { fileId } = await addDocument(ana.id, { bytes });
    const { headers } = await downloadDocument({ key: fileId, inline }, { cookies: ana.cookies });
    expect(headers.get('content-disposition')?.split(';')[0]).toBe(disposition);
    expect(headers.get('content-type')).toBe(type);
  });

  const ranges: [range: string, status: number, shown: string | null, body: string][] = [
    ['bytes=0-0', 206, 'bytes 0-0/20', '0'],
    ['bytes=5-9', 206, 'bytes 5-9/20', '56789'],
    ['bytes=15-', 206, 'bytes 15-19/20', 'fghij'],
    ['bytes=-3', 206, 'bytes 17-19/20', 'hij'],
    ['bytes=-99', 206, 'bytes 0-19/20', '0123456789abcdefghij'],
    ['bytes=10-99', 206, 'bytes 10-19/20', 'abcdefghij'],
    ['bytes= 2-3 ', 206, 'bytes 2-3/20', '23'],
    ['BYTES=2-3', 206, 'bytes 2-3/20', '23'],
    ['bytes=20-', 416, 'bytes */20', ''],
    ['bytes=20-25', 416, 'bytes */20', ''],
    ['bytes=99999999999999999999-', 416, 'bytes */20', ''],
    ['bytes=-0', 416, 'bytes */20', ''],
    ['bytes=5-2', 200, null, '0123456789abcdefghij'],
    ['bytes=-', 200, null, '0123456789abcdefghij'],
    ['bytes=a-b', 200, null, '0123456789abcdefghij'],
    ['bytes=0-1,4-5', 200, null, '0123456789abcdefghij'],
    ['items=0-1', 200, null, '0123456789abcdefghij'],
  ];
  test.each(ranges)('with the range %j is answered with %i', async (range, status, shown, body) => {
    const { fileId } = await addDocument(ana.id, { bytes });
    const response = await get(fileId, { range });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-range')).toBe(shown);
    expect((await bytesOf(response)).toString()).toBe(body);
    if (status === 206) expect(response.headers.get('content-length')).toBe(String(body.length));
  });

  test('has an ETag per file that reveals nothing, and is answered with 304 for it', async () => {
    const { fileId, objectKey } = await addDocument(ana.id, { bytes });
    const other = await addDocument(ana.id, { bytes });
    const etag = (await get(fileId)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    expect(objectKey).not.toContain(etag.slice(1, 9));
    expect((await get(other.fileId)).headers.get('etag')).not.toBe(etag);
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const response = await get(fileId, { 'if-none-match': known, range: 'bytes=0-1' });
      expect([response.status, await response.text()]).toEqual([304, '']);
      expect(response.headers.get('etag')).toBe(etag);
    }
    expect((await get(fileId, { 'if-none-match': '"x"' })).status).toBe(200);
  });

  test('continues a range only if If-Range has the file’s present ETag', async () => {
    const { fileId } = await addDocument(ana.id, { bytes });
    const etag = (await get(fileId)).headers.get('etag') ?? '';
    const from = async (ifRange: string) =>
      (await get(fileId, { range: 'bytes=18-', 'if-range': ifRange })).status;
    expect(await from(etag)).toBe(206);
    expect(await from('"other"')).toBe(200);
    expect(await from(`W/${etag}`)).toBe(200);
    expect(await from('Fri, 20 Nov 2026 15:00:00 GMT')).toBe(200);
  });

  test('is described by HEAD as a whole, even with a range', async () => {
    const { fileId } = await addDocument(ana.id, { bytes });
    for (const range of ['bytes=3-4', 'bytes=50-']) {
      const response = await get(fileId, { range }, 'HEAD');
      expect([response.status, await response.text()]).toEqual([200, '']);
      expect(response.headers.get('content-length')).toBe('20');
    }
  });

  test('of a file that is missing in storage is 404, also for HEAD', async () => {
    const { fileId, objectKey } = await addDocument(ana.id, { bytes });
    await getStorage().remove(objectKey);
    expect(await statusAndCode(await get(fileId))).toEqual([404, 'document_not_found']);
    expect((await get(fileId, {}, 'HEAD')).status).toBe(404);
  });
});

describe('a download of a document', () => {
  beforeEach(async () => {
    createWorld();
    ana = await makeUser();
  });

  const kinds: [contentType: string, disposition: string, policy: string][] = [
    ['application/pdf', 'inline', "default-src 'none'; frame-ancestors 'self'"],
    ['image/png', 'inline', "default-src 'none'; sandbox; frame-ancestors 'self'"],
    ['application/msword', 'attachment', "default-src 'none'; sandbox"],
  ];
  test.each(kinds)('inline of %s is %s', async (contentType, disposition, policy) => {
    const { fileId } = await addDocument(ana.id, { contentType });
    const query = { key: fileId, inline: '1' };
    const { headers } = await downloadDocument(query, { cookies: ana.cookies });
    expect(headers.get('content-type')).toBe(contentType);
    expect(headers.get('content-disposition')).toMatch(new RegExp(`^${disposition};`));
    expect(headers.get('content-security-policy')).toBe(policy);
  });

  test('is 409 while it waits for the scan, and 404 if it is infected or deleted', async () => {
    const status = async (state: 'waiting' | 'infected' | 'deleted' | 'removing') => {
      const { fileId } = await addDocument(ana.id, { state });
      return statusAndCode(await downloadDocument({ key: fileId }, { cookies: ana.cookies }));
    };
    expect(await status('waiting')).toEqual([409, 'conflict']);
    for (const gone of ['infected', 'deleted', 'removing'] as const) {
      expect(await status(gone)).toEqual([404, 'document_not_found']);
    }
  });

  test('is 401 without a session and 403 for another account, and the team’s view is audited', async () => {
    const { fileId, id } = await addDocument(ana.id, { bytes: samples.png });
    const luis = await makeUser({ email: 'luis@empresa.cl' });
    const admin = await makeMemberAdmin('equipo@resguardo.cl');
    expect(await statusAndCode(await downloadDocument({ key: fileId }))).toEqual([
      401,
      'no_session',
    ]);
    expect(await statusAndCode(await downloadDocument({}))).toEqual([400, 'validation_failed']);
    const requestOptions = (key: string, { cookies }: Member) =>
      downloadDocument({ key }, { cookies });
    expect(await statusAndCode(await requestOptions(fileId, luis))).toEqual([403, 'forbidden']);
    expect(await statusAndCode(await requestOptions(id, ana))).toEqual([404, 'document_not_found']);
    expect(await statusAndCode(await requestOptions('', ana))).toEqual([400, 'validation_failed']);
    expect((await requestOptions(fileId, ana)).status).toBe(200);
    expect(await auditTrailOf(ana.id)).not.toContain('document.seen-by-team');
    expect(await bytesOf(await requestOptions(fileId, admin))).toEqual(samples.png);
    expect(await auditTrailOf(ana.id)).toContain('document.seen-by-team');
  });

  test('by a share link gives only the documents of that link, and the owner uses up none of its openings', async () => {
    const [first, second] = [await addDocument(ana.id, { bytes }), await addDocument(ana.id)];
    const token = await shareToken(ana, { documentKey: first.fileId, maxOpenings: 1 });
    const by = (key: string, share: string, cookies = {}) =>
      downloadDocument({ key, share }, { cookies });
    expect(await statusAndCode(await by(second.fileId, token))).toEqual([403, 'forbidden']);
    expect(await statusAndCode(await by('unknown', token))).toEqual([403, 'forbidden']);
    expect(await statusAndCode(await by(first.fileId, 'x'))).toEqual([404, 'share_not_found']);
    // The owner needs no link, and uses up none of its openings.
    expect((await by(second.fileId, token, ana.cookies)).status).toBe(200);
    expect((await by(first.fileId, token, ana.cookies)).status).toBe(200);
    expect(await bytesOf(await by(first.fileId, token))).toEqual(bytes);
    expect(await statusAndCode(await by(first.fileId, token))).toEqual([410, 'share_expired']);
    const guarded = await shareToken(ana, { documentKey: second.fileId, password: 'clave 2026' });
    expect(await statusAndCode(await by(second.fileId, guarded))).toEqual([403, 'forbidden']);
  });
});
