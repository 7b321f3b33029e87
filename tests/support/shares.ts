import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { GET as fileRoute } from '#app/c/[token]/archivo/route.ts';
import SharePage from '#app/c/[token]/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts, sessions } from '#lib/platform/db/schema/accounts.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { shareLinks } from '#lib/platform/db/schema/share-links.ts';
import { now } from '#lib/platform/process/clock.ts';
import { randomId, randomToken } from '#lib/platform/security/ids.ts';
import { getStorage } from '#lib/platform/storage/client.ts';
import { receiveFile } from '#lib/platform/storage/receive.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { api, type CallOptions, call } from '#tests/support/call.ts';
import { renderPageResponse } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { samples } from '#tests/support/sample-files.ts';

type Row = typeof documents.$inferInsert;

/** Adds a document to an account's vault with its object in the store, like an upload. */
export async function addDocument(
  accountId: string,
  { bytes = samples.pdf, ...row }: Partial<Row> & { bytes?: Buffer } = {},
): Promise<Row & { bytes: Buffer }> {
  const document = {
    id: randomId(),
    fileId: randomId(),
    accountId,
    category: 'carpeta_tributaria',
    fileName: 'Carpeta tributaria.pdf',
    contentType: 'application/pdf',
    size: bytes.length,
    objectKey: `files/${randomToken()}`,
    state: 'kept' as const,
    uploadedAt: now(),
    changedAt: now(),
    ...row,
  };
  const file = await receiveFile(Readable.from([bytes]), { maxBytes: Infinity });
  const { contentType } = document;
  await getStorage().putFile(document.objectKey, file.path, { ...file, contentType });
  await getDb().write((tx) => tx.insert(documents).values(document));
  return { ...document, bytes };
}

/** Makes the account an admin. Its session stays and counts as one with a second factor. */
export async function makeMemberAdmin(email: string): Promise<Member> {
  const member = await makeUser({ email });
  const { id } = member;
  await getDb().write(async (tx) => {
    await tx.update(accounts).set({ role: 'admin' }).where(eq(accounts.id, id));
    await tx.update(sessions).set({ strongAt: now() }).where(eq(sessions.accountId, id));
  });
  return member;
}

export function downloadDocument(query: Record<string, string>, options: CallOptions = {}) {
  const path = `/api/documents/download?${new URLSearchParams(query)}`;
  return api(path, options);
}

export function createShare(member: Member | null, json: object) {
  return api('/api/documents/share', { json, ...(member && cookiesOf(member)) });
}

/** Shares and returns the token in the URL. */
export async function shareToken(member: Member, json: object): Promise<string> {
  const response = await createShare(member, json);
  const { shareUrl } = await response.json();
  if (response.status !== 200) throw new Error(`share answers ${response.status}`);
  return String(shareUrl).split('/').at(-1) ?? '';
}

export function listShares(member: Member | null, query = '') {
  return api(`/api/documents/shares${query}`, member ? cookiesOf(member) : {});
}

/** Inserts `count` links of a member that show nothing, straight into the database. */
export async function insertShares(
  { id: accountId }: Member,
  count: number,
  times: { expiresAt: number; sentAt?: number },
): Promise<void> {
  const links = Array.from({ length: count }, () => {
    const own = { id: randomId(), tokenHash: randomToken(), accountId, notify: false };
    return { ...own, createdAt: now(), ...times };
  });
  await getDb().write((tx) => tx.insert(shareLinks).values(links));
}

/** Returns the links of a member as the API lists them, newest first. */
export async function sharesOf(member: Member) {
  return (await (await listShares(member)).json()).data;
}

/** Returns the status and code of a refusal. */
export async function statusAndCode(response: Response): Promise<[number, string]> {
  return [response.status, (await response.json()).error];
}

export function revokeShare(member: Member | null, id: string) {
  const options = { method: 'DELETE', ...(member && cookiesOf(member)) };
  return api(`/api/documents/shares/${id}`, options);
}

const html = 'text/html,application/xhtml+xml,*/*;q=0.8';

/** Opens a link like a program. */
export function openShare(token: string, query = '', options: CallOptions = {}) {
  return api(`/api/share/${encodeURIComponent(token)}${query}`, options);
}

/** Opens the contract's URL as a browser does, which goes on to the page of the link. */
export async function visitShare(token: string, query = '', options: CallOptions = {}) {
  const headers = { accept: html, ...options.headers };
  const response = await openShare(token, query, { ...options, headers });
  const location = response.headers.get('location');
  if (response.status !== 303 || !location) return response;
  const { pathname, search } = new URL(location, 'http://localhost');
  return openSharePage(decodeURIComponent(pathname), search, options);
}

export function enterPassword(token: string, password: string, options: CallOptions = {}) {
  return api(`/api/share/${encodeURIComponent(token)}`, { form: { password }, ...options });
}

/** Opens the page of a link: its short URL, or `/c/` with the contract's token. */
export function openSharePage(url: string, query = '', options: CallOptions = {}) {
  const page = {
    params: { token: shareCodeIn(url) },
    query: Object.fromEntries(new URLSearchParams(query)),
  };
  return renderPageResponse(SharePage, page, options);
}

/** Gets a file of a link from its page. */
export function openFile(url: string, query = '', options: CallOptions = {}) {
  const token = shareCodeIn(url);
  return call(fileRoute, `/c/${token}/archivo${query}`, { params: { token }, ...options });
}

/** Sends a form of a link's page: `abrir`, `codigo` or `pedir`. */
export function sendShareForm(
  url: string,
  form: 'abrir' | 'codigo' | 'pedir',
  fields: Record<string, string> = {},
  options: CallOptions & { query?: string } = {},
) {
  const { query = '', ...rest } = options;
  return postForm(`/c/${shareCodeIn(url)}/${form}${query}`, { form: fields, ...rest });
}

export function shareCodeIn(url: string): string {
  return url.split('/c/').at(-1) ?? '';
}

export async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}

export function sha256Hex(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function cookiesOf({ cookies }: Member) {
  return { cookies };
}
