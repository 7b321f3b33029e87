import { beforeEach, expect, test } from 'vitest';
import { sweepUploads } from '#lib/domain/uploads/sweep.ts';
import { getDb } from '#lib/platform/db/client.ts';
import {
  guaranteeEvents,
  issuedGuarantees,
  verificationCodes,
} from '#lib/platform/db/schema/issued-guarantees.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { makeUser, PASSWORD } from '#tests/support/accounts.ts';
import { openAdminArea } from '#tests/support/admin-area.ts';
import { api } from '#tests/support/call.ts';
import { rowProblems, rowsContaining } from '#tests/support/erasure.ts';
import {
  approvedRequest,
  postOwn,
  recordIssued,
  recordOwnIssued,
  reportEvent,
} from '#tests/support/issued.ts';
import { unzip } from '#tests/support/unzip.ts';
import { countStoredFiles } from '#tests/support/upload-client.ts';
import { uploadToVault } from '#tests/support/vault.ts';
import { forEachTest } from '#tests/support/world.ts';

const admin = forEachTest(() => openAdminArea());
let lead: number;
let issued: string;
let own: string;
let cookies: Record<string, string>;
beforeEach(async () => {
  ({ id: lead } = await approvedRequest());
  ({ id: issued } = await recordIssued(admin.ana.cookies, lead, { note: 'Solo del equipo' }));
  cookies = (await makeUser()).cookies;
  const { id: documentId } = await uploadToVault(cookies, 'certificado_f30');
  const changes = { documentId, issuerNumber: 'PROPIA-1', holderName: 'Zarapito SpA' };
  own = (await recordOwnIssued(cookies, changes)).id;
  await reportEvent(cookies, own, { kind: 'entregada', text: 'Zarapito en mano' });
});

const left = async () => ({
  records: await getDb().read.$count(issuedGuarantees),
  events: await getDb().read.$count(guaranteeEvents),
  codes: await getDb().read.$count(verificationCodes),
});
const deleteAccount = (sent: 'keep' | 'erase') =>
  api('/api/account/delete', { cookies, json: { password: PASSWORD, sent } });

test('the account export has its guarantees with history and documents, without notes of the team', async () => {
  const response = await api('/api/account/export', { cookies });
  const files = await unzip(Buffer.from(await response.arrayBuffer()));
  const data = JSON.parse(String(files.get('datos.json')));
  expect(data.guarantees).toMatchObject([
    { id: own, events: [{ kind: 'entregada', text: 'Zarapito en mano' }, { kind: 'registrada' }] },
    { id: issued, note: null, document: { fileName: 'Póliza.pdf' } },
  ]);
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(['archivos/1-Certificado.pdf', 'archivos/2-Póliza.pdf']),
  );
  expect(JSON.stringify(data)).not.toContain('Solo del equipo');
});

test('an erased request takes its guarantee, document and code with it, and no other guarantee', async () => {
  await reportEvent(admin.ana.cookies, issued, { kind: 'prorrogada', successorId: own });
  const path = `/api/admin/leads/${lead}/erase`;
  const erased = await api(path, { json: {}, cookies: admin.ana.cookies });
  expect(erased.status).toBe(200);
  expect(await left()).toEqual({ records: 1, events: 2, codes: 1 });
  expect(await rowsContaining(['PZ-20261-88'])).toEqual([]);
  const { files } = countStoredFiles(admin.world.dataDir);
  admin.world.advance(2 * DAY);
  await sweepUploads(admin.world.now());
  expect(countStoredFiles(admin.world.dataDir).files).toBe(files - 1);
  expect(await rowProblems()).toEqual([]);
});

test('a deleted account takes the guarantees it recorded, and those of its requests if these are erased', async () => {
  expect((await deleteAccount('keep')).status).toBe(200);
  expect(await left()).toEqual({ records: 1, events: 1, codes: 1 });
  expect(await rowsContaining(['Zarapito'])).toEqual([]);
  expect(await rowProblems()).toEqual([]);
  cookies = (await makeUser()).cookies;
  await postOwn(cookies, { issuerNumber: 'PROPIA-2' });
  expect((await deleteAccount('erase')).status).toBe(200);
  expect(await left()).toEqual({ records: 0, events: 0, codes: 0 });
  expect(await rowsContaining(['PROPIA-2', 'PZ-20261-88'])).toEqual([]);
  expect(await rowProblems()).toEqual([]);
});
