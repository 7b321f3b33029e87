import { beforeEach, describe, expect, test } from 'vitest';
import { sweepUploads } from '#lib/domain/uploads/sweep.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { guaranteeEvents, issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { makeAccount, makeUser } from '#tests/support/accounts.ts';
import { openAdminArea } from '#tests/support/admin-area.ts';
import { auditTrailOf } from '#tests/support/auth-calls.ts';
import { api } from '#tests/support/call.ts';
import {
  approvedRequest,
  getIssued,
  issuedFacts,
  listIssued,
  postIssued,
  postOwn,
  readIssued,
  recordIssued,
  reportEvent,
  storeIssuedDocument,
} from '#tests/support/issued.ts';
import { eventsOf, leadOf, sendRequest } from '#tests/support/leads.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { samples } from '#tests/support/sample-files.ts';
import { uploadToVault } from '#tests/support/vault.ts';
import { forEachTest } from '#tests/support/world.ts';

const admin = forEachTest(() => openAdminArea());
let id: number;
let submissionId: number;
beforeEach(async () => {
  ({ id, submissionId } = await approvedRequest());
});
const owner = async () => (await makeUser()).cookies;
const answer = async (response: Response | Promise<Response>) => {
  const reply = await (await response).json();
  return { status: (await response).status, error: reply.error, fields: reply.fields };
};
const rows = () => getDb().read.select().from(issuedGuarantees);
const mails = async () => {
  // The mail about the guarantee leaves at once, while that of the approval waits its minute.
  await admin.deliver();
  return admin.toApplicant().filter(({ subject }) => subject.startsWith('Tu garantía'));
};

describe('a guarantee that an advisor records', () => {
  test('is stored with its event, mail, history and the state of its request', async () => {
    const account = await makeAccount({ email: publicBody.email });
    const data = await recordIssued(admin.ana.cookies, id);
    expect(data).toMatchObject({
      ...issuedFacts,
      ...{ number: 1, submissionId, item: 0 },
      holderRut: '76123456-0',
      beneficiaryRut: '69265000-K',
      recordedBy: 'advisor',
      state: 'vigente',
      successorId: null,
      claimed: null,
      document: {
        fileName: 'Póliza.pdf',
        size: samples.pdf.length,
        contentType: 'application/pdf',
      },
      events: [{ kind: 'registrada', by: 'advisor', text: '' }],
    });
    expect(data.document.sha256).toBe(
      Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(samples.pdf))).toString(
        'hex',
      ),
    );
    expect(data.verificationCode).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/);
    expect(await leadOf(id)).toMatchObject({ state: 'emitida', assignedTo: admin.ana.id });
    expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual([
      'state',
      'issued',
      'assigned',
      'state',
    ]);
    expect(await auditTrailOf(account.id)).toContain('guarantee.recorded');
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Tu garantía está lista: Garantía N.º 1');
    expect(mail?.text).toMatch(/http\S+\/garantia\/\S+/);
    expect(mail?.attachments ?? []).toEqual([]);
  });

  test('ends its request only as the last of its guarantees', async () => {
    const [item] = publicBody.garantias;
    const two = { ...publicBody, garantias: [item, { ...item, tipoGarantia: 'cumplimiento' }] };
    const { id: other } = await approvedRequest(two);
    await recordIssued(admin.ana.cookies, other);
    expect((await leadOf(other)).state).toBe('aprobada');
    const second = { item: 1, type: 'cumplimiento', issuerNumber: 'PZ-2' };
    await recordIssued(admin.ana.cookies, other, second);
    expect((await leadOf(other)).state).toBe('emitida');
    expect(await mails()).toHaveLength(2);
  });

  test('with differences from the request needs a reason, and keeps both in its history', async () => {
    const changes = { amount: '1400000', validTo: '2027-02-01', glosa: 'Oferta 4809-46-LE26' };
    const documentId = await storeIssuedDocument(admin.ana.cookies);
    const refused = await answer(postIssued(admin.ana.cookies, id, { ...changes, documentId }));
    expect(refused).toMatchObject({
      status: 400,
      fields: { differenceReason: expect.stringContaining('diferencias') },
    });
    expect(await rows()).toEqual([]);
    const differenceReason = 'El mandante lo aceptó así.';
    const explained = { ...changes, documentId, differenceReason };
    const data = await recordIssued(admin.ana.cookies, id, explained);
    expect(data.events[0].text.split('\n')).toEqual([
      'Monto: pidió $ 1.500.000,50, dice $ 1.400.000',
      'Rige hasta: pidió 01-03-2027, dice 01-02-2027',
      'Glosa: no menciona 4809-45-LE26',
      differenceReason,
    ]);
  });

  test.each([
    ['an end before the start', { validTo: '2026-11-30' }, 'validTo'],
    ['a last claim before the end', { claimUntil: '2027-02-01' }, 'claimUntil'],
    ['an amount that is none', { amount: '1.500.000' }, 'amount'],
    ['a wrong check digit', { holderRut: '76.123.456-1' }, 'holderRut'],
    ['an address without TLS', { issuerVerifyUrl: 'http://emisor.example' }, 'issuerVerifyUrl'],
    ['a document that is not there', { documentId: 'a'.repeat(22) }, 'documentId'],
    ['an item that was not asked', { item: 1 }, 'item'],
  ])('is refused with %s, and nothing is recorded', async (_, changes, field) => {
    const { status, fields } = await answer(postIssued(admin.ana.cookies, id, changes));
    expect([status, Object.keys(fields)]).toEqual([400, [field]]);
    expect(await rows()).toEqual([]);
    expect((await leadOf(id)).state).toBe('aprobada');
  });

  test('is one for each requested item, even when two advisors record it at once', async () => {
    const both = await Promise.all([
      postIssued(admin.ana.cookies, id),
      postIssued(admin.ana.cookies, id, { issuerNumber: 'PZ-otra' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await rows()).toHaveLength(1);
    expect(await mails()).toHaveLength(1);
  });

  test('is one for each issuer and number, however they are spelled', async () => {
    const first = await recordIssued(admin.ana.cookies, id);
    const { id: other } = await approvedRequest();
    const same = { issuerName: 'ASEGURADORA  ándes', issuerNumber: 'pz 20261 88' };
    const again = await postIssued(admin.ana.cookies, other, same);
    expect([again.status, again.headers.get('location')]).toEqual([
      409,
      `http://localhost:3000/api/guarantees/issued/${first.id}`,
    ]);
    expect((await postIssued(admin.ana.cookies, other, { issuerNumber: 'PZ-9' })).status).toBe(200);
  });

  test('can be recorded although a stranger did so first, and only the team may annul the stranger’s', async () => {
    const { cookies: stranger } = await makeUser({ email: 'otra@andes.cl' });
    const { cookies: holder } = await makeUser({ email: 'duena@andes.cl' });
    const first = (await (await postOwn(stranger, {})).json()).data;
    expect((await postOwn(stranger, {})).status).toBe(409);
    const own = await postOwn(holder, {});
    expect([own.status, own.headers.get('location')]).toEqual([200, null]);
    const byTeam = await recordIssued(admin.ana.cookies, id);
    expect((await postOwn(stranger, {})).status).toBe(409);
    expect((await reportEvent(holder, first.id, { kind: 'anulada' })).status).toBe(404);
    expect((await reportEvent(holder, byTeam.id, { kind: 'anulada' })).status).toBe(404);
    expect((await reportEvent(admin.ana.cookies, first.id, { kind: 'anulada' })).status).toBe(200);
    expect((await readIssued(stranger, first.id)).state).toBe('anulada');
    expect((await postOwn(stranger, {})).status).toBe(409);
  });

  test('needs an approved request and an advisor', async () => {
    const { id: early } = await sendRequest(publicBody);
    expect((await postIssued(admin.ana.cookies, early)).status).toBe(409);
    expect((await postIssued(admin.ana.cookies, 999)).status).toBe(404);
    const documentId = await storeIssuedDocument(admin.ana.cookies);
    expect((await postIssued(await owner(), id, { documentId })).status).toBe(403);
  });

  test('takes a document that no other guarantee has', async () => {
    const documentId = await storeIssuedDocument(admin.ana.cookies);
    await recordIssued(admin.ana.cookies, id, { documentId });
    const { id: other } = await approvedRequest();
    const again = { documentId, issuerNumber: 'PZ-3' };
    expect(await answer(postIssued(admin.ana.cookies, other, again))).toMatchObject({
      status: 400,
      fields: { documentId: expect.any(String) },
    });
  });

  test('keeps its document for its own account, while an unused document is deleted after two days', async () => {
    const data = await recordIssued(admin.ana.cookies, id);
    await storeIssuedDocument(admin.ana.cookies);
    admin.world.advance(2 * DAY);
    expect(await sweepUploads(admin.world.now())).toBe(1);
    const cookies = await owner();
    const path = `/api/guarantees/issued/${data.id}/document`;
    const file = await api(path, { cookies });
    expect(Buffer.from(await file.arrayBuffer())).toEqual(samples.pdf);
    const { cookies: stranger } = await makeUser({ email: 'otra@andes.cl' });
    const denied = await api(path, { cookies: stranger });
    expect(denied.status).toBe(404);
  });
});

describe('a guarantee that a company records', () => {
  test('belongs to its account alone, with or without a copy of a document of the vault', async () => {
    const cookies = await owner();
    const document = await uploadToVault(cookies, 'certificado_f30');
    const mine = await (await postOwn(cookies, { documentId: document.id, note: 'Caja' })).json();
    expect(mine.data).toMatchObject({
      recordedBy: 'company',
      submissionId: null,
      item: null,
      note: 'Caja',
      document: { fileName: 'Certificado.pdf' },
    });
    const bare = await postOwn(cookies, { issuerNumber: 'PZ-4' });
    expect((await bare.json()).data.document).toBeNull();
    const list = await (await listIssued(cookies)).json();
    expect(list.data.guarantees.map(({ number }: { number: number }) => number)).toEqual([2, 1]);
    expect(await (await getIssued(admin.ana.cookies, mine.data.id)).json()).toMatchObject({
      data: { note: null, recordedBy: 'company' },
    });
    const { cookies: stranger } = await makeUser({ email: 'otra@andes.cl' });
    expect((await getIssued(stranger, mine.data.id)).status).toBe(404);
    expect((await (await listIssued(stranger)).json()).data.guarantees).toEqual([]);
    const theirs = await postOwn(stranger, { documentId: document.id, issuerNumber: 'PZ-5' });
    expect(await answer(theirs)).toMatchObject({
      status: 400,
      fields: { documentId: expect.any(String) },
    });
  });

  test('is listed with those that the team recorded for its address, by status and page', async () => {
    const cookies = await owner();
    await recordIssued(admin.ana.cookies, id);
    for (let n = 0; n < 20; n += 1) {
      const own = { issuerNumber: `N-${n}`, validTo: n % 2 ? '2026-12-10' : '2027-06-01' };
      expect((await postOwn(cookies, own)).status).toBe(200);
    }
    const first = (await (await listIssued(cookies)).json()).data;
    expect(first.guarantees).toHaveLength(20);
    const rest = (await (await listIssued(cookies, `?before=${first.before}`)).json()).data;
    expect(rest).toMatchObject({ guarantees: [{ number: 1 }], before: null });
    const soon = (await (await listIssued(cookies, '?state=por_vencer')).json()).data.guarantees;
    expect(soon).toHaveLength(10);
    expect(await getDb().read.$count(guaranteeEvents)).toBe(21);
  });
});
