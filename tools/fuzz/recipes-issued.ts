import { isoDay } from '#lib/platform/chile/format.ts';
import { now } from '#lib/platform/process/clock.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { issuedFacts, moveRequest, postOwn, storeIssuedDocument } from '#tests/support/issued.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { uploadToVault } from '#tests/support/vault.ts';
import type { FuzzWorld } from '#tools/fuzz/place.ts';
import type { Recipe } from '#tools/fuzz/recipes.ts';
import { fileText } from '#tools/fuzz/recipes-uploads.ts';

const own = async ({ owner }: FuzzWorld) => {
  const issuedGuarantee = await postOwn(owner.cookies, { issuerNumber: randomId() });
  return String((await issuedGuarantee.json()).data.id);
};
/** Makes a company's guarantee with its document and returns its verification code. */
const shown = async ({ owner }: FuzzWorld, body?: Record<string, unknown>) => {
  const { id: documentId } = await uploadToVault(owner.cookies, 'poliza_garantia');
  const issuedGuarantee = await postOwn(owner.cookies, { issuerNumber: randomId(), documentId });
  const code = String((await issuedGuarantee.json()).data.verificationCode);
  return { path: { code }, ...(body && { body }) };
};
const first: Recipe = async (place) => ({ path: { id: await own(place) }, owned: true });

export const issuedRecipes: Record<string, Recipe> = {
  'POST /api/admin/guarantees/document': () => ({ body: { file: fileText } }),
  'POST /api/guarantees/issued': () => ({
    body: {
      ...issuedFacts,
      issuerNumber: randomId(),
      claimUntil: undefined,
      documentId: undefined,
      corrects: undefined,
    },
  }),
  'GET /api/guarantees/issued/{id}': first,
  'GET /api/guarantees/issued/{id}/document': async ({ owner }) => {
    const { id: documentId } = await uploadToVault(owner.cookies, 'poliza_garantia');
    const issuedGuarantee = await postOwn(owner.cookies, { issuerNumber: randomId(), documentId });
    return { path: { id: (await issuedGuarantee.json()).data.id }, owned: true };
  },
  'GET /api/guarantees/issued/{id}/sheet': first,
  'POST /api/guarantees/issued/{id}/verification': async (place) => ({
    path: { id: await own(place) },
    body: { action: 'renew' },
    owned: true,
  }),
  'GET /api/verify/{code}': (place) => shown(place),
  'POST /api/verify/{code}/file': (place) => shown(place, { sha256: 'a'.repeat(64) }),
  'POST /api/guarantees/issued/{id}/events': async (place) => ({
    path: { id: await own(place) },
    body: { kind: 'entregada', on: isoDay(now()), amount: undefined, successorId: undefined },
    owned: true,
  }),
  'POST /api/admin/leads/{id}/guarantees': async ({ admin }) => {
    const { id } = await sendRequest(publicBody);
    await moveRequest(id, 'aprobada');
    const documentId = await storeIssuedDocument(admin.cookies);
    const facts = { ...issuedFacts, issuerNumber: randomId(), claimUntil: undefined };
    return { path: { id: String(id) }, body: { ...facts, item: 0, documentId } };
  },
};
