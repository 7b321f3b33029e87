import { mailsToken } from '#lib/domain/alerts/unsubscribe.ts';
import { addDocument, revokeShare } from '#tests/support/shares.ts';
import { api, lastPart } from '#tools/fuzz/api.ts';
import type { FuzzWorld } from '#tools/fuzz/place.ts';
import type { Recipe } from '#tools/fuzz/recipes.ts';

const category = 'balance_general';
const keptDocument = ({ owner }: FuzzWorld) => addDocument(owner.id, { category });

/** Makes a link to one document and returns the token in its URL. */
export async function shared(place: FuzzWorld, more: object = {}) {
  const { fileId } = await keptDocument(place);
  const json = { documentKey: fileId, ...more };
  const { cookies } = place.owner;
  const { id, shareUrl } = await api('POST', '/api/documents/share', { json, cookies });
  return { id, token: lastPart(shareUrl), fileId };
}

export const vaultRecipes: Record<string, Recipe> = {
  'GET /api/documents/profile': () => ({ query: { profile: undefined } }),
  'POST /api/documents/delete': async (place) => ({
    body: { category, documentId: (await keptDocument(place)).id },
    owned: true,
  }),
  'PATCH /api/documents/{id}': async (place) => {
    const { id } = await keptDocument(place);
    const body = { customTitle: 'Balance 2025', issuedAt: '2026-03-01', expiresAt: '2027-01-01' };
    return { path: { id }, body, owned: true };
  },
  'POST /api/documents/restore': async (place) => {
    const { id: documentId } = await keptDocument(place);
    const json = { category, documentId };
    await api('POST', '/api/documents/delete', { json, cookies: place.owner.cookies });
    return { body: { documentId }, owned: true };
  },
  'GET /api/documents/alerts/unsubscribe/{token}': ({ owner }) => ({
    path: { token: mailsToken({ accountId: owner.id, companyId: null }) },
  }),
  'POST /api/documents/alerts/unsubscribe/{token}': ({ owner }) => ({
    path: { token: mailsToken({ accountId: owner.id, companyId: null }) },
  }),
  'GET /api/documents/calendar/{token}': async ({ owner: { cookies } }) => {
    const { data } = await api('POST', '/api/documents/calendar', { cookies });
    return { path: { token: lastPart(data.url) } };
  },
  'GET /api/documents/folder': async (place) => {
    await keptDocument(place);
    return { query: { as: 'zip' }, owned: true };
  },
  'GET /api/documents/download': async (place) => ({
    query: { key: (await keptDocument(place)).fileId, share: undefined },
    cookies: place.owner.cookies,
    owned: true,
  }),
  'POST /api/documents/share': async (place) => {
    const { fileId } = await keptDocument(place);
    const recipients = 'Banco del Sur <ana@banco.cl>';
    return { body: { documentKey: fileId, documentKeys: undefined, recipients }, owned: true };
  },
  'PATCH /api/documents/shares/{id}': async (place) => {
    const { fileId } = await keptDocument(place);
    const { id } = await shared(place, { recipients: 'ana@banco.cl' });
    const body = { version: undefined, documentKeys: [fileId], recipient: 'ana@banco.cl' };
    return { path: { id }, body: { ...body, maxOpenings: 5 }, owned: true };
  },
  'DELETE /api/documents/shares/{id}': async (place) => ({
    path: { id: (await shared(place)).id },
    owned: true,
  }),
  'POST /api/documents/shares/send': async (place) => ({
    body: { ids: [(await shared(place, { recipients: 'ana@banco.cl' })).id] },
    owned: true,
  }),
  'POST /api/documents/shares/{id}/repeat': async (place) => {
    const { id } = await shared(place);
    await revokeShare(place.owner, id);
    return { path: { id }, owned: true };
  },
  'GET /api/share/{token}': async (place) => {
    const { token } = await shared(place);
    return { path: { token }, query: { document: undefined } };
  },
  'POST /api/share/{token}': async (place) => {
    const password = 'un paraguas azul';
    const { token } = await shared(place, { password });
    return { path: { token }, query: { document: undefined }, body: { password } };
  },
};
