import { beforeEach, describe, expect, test } from 'vitest';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import PaymentsPage from '#app/admin/pagos/page.tsx';
import ActivityPage from '#app/panel/actividad/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { auditEvents } from '#lib/platform/db/schema/audit.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';
import { makeAccount, makeUser, signIn } from '#tests/support/accounts.ts';
import { type Advisor, makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { markSessionsProved } from '#tests/support/factors.ts';
import { insertLead, sendRequest } from '#tests/support/leads.ts';
import { mailboxFilesIn } from '#tests/support/mailbox-files.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { startHubspot } from '#tests/support/providers/hubspot.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { samples } from '#tests/support/sample-files.ts';
import { addDocument, openFile, openShare, shareToken, visitShare } from '#tests/support/shares.ts';
import { postUploadProxy, uploadProxyForm } from '#tests/support/upload-client.ts';
import { makeCompany, uploadToVault } from '#tests/support/vault.ts';
import { worldForTest } from '#tests/support/world.ts';

let ana: Advisor;
const world = worldForTest({ RATE_LIMITS: 'off' });
beforeEach(async () => {
  ana = await makeAdvisor('ana@resguardo.cl');
});

const lead = (id: number, cookies = ana.cookies) => api(`/api/admin/leads/${id}`, { cookies });
const file = (id: number, { kind = 'contrato', cookies = ana.cookies } = {}) =>
  api(`/api/admin/leads/${id}/files/${kind}`, { cookies });

async function looks() {
  const rows = await getDb().read.select().from(auditEvents).orderBy(auditEvents.id);
  return rows.filter(({ action }) => /seen-by-team|exported/.test(action));
}

/** Makes every record of a look fail from here on. */
const refuseLooks = () =>
  getDb().client.execute(
    `create trigger refuse before insert on audit_events begin select raise(abort, 'no'); end`,
  );

async function withFile() {
  const { body } = await postUploadProxy(uploadProxyForm(samples.pdf, 'Bases secretas.pdf'));
  return sendRequest({ ...publicBody, contratoUrl: body.downloadUrl });
}

describe('the look of an advisor', () => {
  test('at a lead is recorded with who and what, once an hour for each advisor', async () => {
    const id = await insertLead();
    const look = async (cookies?: Advisor['cookies']) => (await lead(id, cookies)).status;
    const row = {
      accountId: null,
      actor: ana.id,
      action: 'lead.seen-by-team',
      subject: `lead:${id}`,
    };
    for (let i = 0; i < 3; i++) expect(await look()).toBe(200);
    expect(await looks()).toMatchObject([row]);
    world.advance(59 * 60_000);
    await look();
    expect(await looks()).toHaveLength(1);
    world.advance(2 * 60_000);
    await look();
    const eva = await makeAdvisor('eva@resguardo.cl');
    await look(eva.cookies);
    expect(await looks()).toMatchObject([row, row, { ...row, actor: eva.id }]);
    expect((await lead(999)).status).toBe(404);
    expect(await looks()).toHaveLength(3);
  });

  test('at a lead’s page with the address to request a payment from is recorded too', async () => {
    const id = await insertLead({ email: 'quien.paga@example.cl' });
    browseAs(ana.cookies);
    const old = renderPage(PaymentsPage, {}, { lead: `${id}` });
    await expect(old).rejects.toThrow('NEXT_REDIRECT');
    expect(await looks()).toEqual([]);
    const page = await renderPage(LeadPage, { id: `${id}` });
    expect(page).toMatch(/name="correo"[^>]*value="quien\.paga@example\.cl"/);
    expect(await looks()).toMatchObject([
      { actor: ana.id, action: 'lead.seen-by-team', subject: `lead:${id}` },
    ]);
    const none = renderPage(LeadPage, { id: '999' });
    await expect(none).rejects.toThrow('NEXT_HTTP_ERROR_FALLBACK;404');
  });

  test('is recorded once for simultaneous requests, and again after a clock that ran ahead was put back', async () => {
    const id = await insertLead();
    world.advance(5 * 60 * 60_000);
    await Promise.all([1, 2, 3, 4].map(() => lead(id)));
    expect(await looks()).toHaveLength(1);
    world.advance(-5 * 60 * 60_000);
    await lead(id);
    expect(await looks()).toHaveLength(2);
  });

  test('is recorded in the audit trail of the account that proved the address', async () => {
    await makeAccount();
    const { id } = await withFile();
    await lead(id);
    await file(id);
    const [{ id: uploadId = '' } = {}] = await getDb().read.select().from(uploads);
    const seen = await looks();
    expect(seen).toMatchObject([
      { action: 'lead.seen-by-team', subject: `lead:${id}` },
      { action: 'attachment.seen-by-team', subject: `upload:${uploadId}` },
    ]);
    expect(new Set(seen.map(({ accountId }) => accountId)).has(null)).toBe(false);
  });

  test('at a document of a vault is recorded with that document, the owner’s own look is not', async () => {
    const cookies = await makeCompany();
    const { fileId, id } = await uploadToVault(cookies, 'contrato');
    const path = `/api/documents/download?key=${fileId}`;
    for (let i = 0; i < 2; i++) {
      await (await api(path, { cookies: ana.cookies })).arrayBuffer();
    }
    await (await api(path, { cookies })).arrayBuffer();
    expect(await looks()).toMatchObject([
      { action: 'document.seen-by-team', actor: ana.id, subject: `document:${id}` },
    ]);
  });

  test('through a share link is recorded for each document shown, and refused if it cannot be recorded', async () => {
    const member = await makeUser();
    const [first, second] = [await addDocument(member.id), await addDocument(member.id)];
    const row = { accountId: member.id, actor: ana.id, action: 'document.seen-by-team' };
    const token = await shareToken(member, { documentKey: first.fileId });
    // Visits by the link's owner, or by somebody who only has the link, are no looks of the team.
    for (const cookies of [member.cookies, {}]) await visitShare(token, '', { cookies });
    expect(await looks()).toEqual([]);
    const { cookies } = ana;
    await visitShare(token, '', { cookies });
    await (await openShare(token, '?download=1', { cookies })).arrayBuffer();
    expect(await looks()).toMatchObject([{ ...row, subject: `document:${first.id}` }]);
    world.advance(2 * 60 * 60_000);
    await markSessionsProved();
    const both = await shareToken(member, { documentKeys: [first.fileId, second.fileId] });
    await (await openShare(both, '', { cookies })).arrayBuffer();
    const subjects = (await looks()).map(({ subject }) => subject);
    expect(subjects.slice(1).sort()).toEqual(
      [`document:${first.id}`, `document:${second.id}`].sort(),
    );
    await refuseLooks();
    world.advance(2 * 60 * 60_000);
    // Next turns an error of a page into its failure page.
    await expect(visitShare(token, '', { cookies })).rejects.toThrow();
    const refused = await openShare(token, '', { cookies });
    expect(refused.status).toBe(500);
    expect(await refused.text()).not.toMatch(/PDF|pdf/);
  });

  test.each([
    ['its page', visitShare, ''],
    ['its file', openFile, '&inline=1'],
    ['a download of a program', openShare, '&download=1'],
  ])(
    'at one document of a folder link is recorded for that document only: %s',
    async (_, openOne, query) => {
      const member = await makeUser();
      const documents: Awaited<ReturnType<typeof addDocument>>[] = [];
      for (const customTitle of ['Uno', 'Dos', 'Tres'])
        documents.push(await addDocument(member.id, { category: 'otros', customTitle }));
      const documentKeys = documents.map(({ fileId }) => fileId);
      const token = await shareToken(member, { documentKeys });
      const { cookies } = ana;
      const reply = await openOne(token, `?document=${documentKeys[1]}${query}`, { cookies });
      expect(reply.status).toBe(200);
      await reply.arrayBuffer();
      const trail = await api('/api/admin/audit?action=document.seen-by-team', { cookies });
      const subject = `document:${documents[1]?.id}`;
      expect(await looks()).toMatchObject([{ accountId: member.id, actor: ana.id, subject }]);
      expect((await trail.json()).data).toHaveLength(1);
      browseAs(member.cookies);
      const activity = textOf(await renderPage(ActivityPage, {}));
      const seen = activity.match(/El equipo vio un documento tuyo: (Uno|Dos|Tres)/g);
      expect(seen).toEqual(['El equipo vio un documento tuyo: Dos']);
    },
  );

  test('at the exported list is recorded with the fields that were filtered, not with what was searched', async () => {
    const path = '/api/admin/leads.csv';
    await api(`${path}?kind=garantia&q=Albatros`, { cookies: ana.cookies });
    await api(path, { cookies: ana.cookies });
    expect((await looks()).map(({ subject }) => subject)).toEqual(['leads:q,kind', 'leads:all']);
  });

  test('that cannot be recorded is refused, and nothing is shown', async () => {
    const { id } = await withFile();
    await refuseLooks();
    for (const response of [await lead(id), await file(id)]) {
      expect(response.status).toBe(500);
      expect(await response.text()).not.toMatch(/Ana|PDF|Bases/);
    }
  });
});

describe('a file of a lead', () => {
  test('is given to advisors only, as a download that is not cached', async () => {
    const { id } = await withFile();
    const response = await file(id);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(samples.pdf);
    expect(response.headers.get('content-disposition')).toContain('attachment');
    expect(response.headers.get('cache-control')).toContain('no-store');
    await makeAccount();
    expect((await file(id, { cookies: {} })).status).toBe(401);
    expect((await file(id, { cookies: await signIn() })).status).toBe(403);
    expect((await file(id, { kind: 'adicional' })).status).toBe(404);
    expect((await file(id, { kind: 'otro' })).status).toBe(404);
    expect((await file(await insertLead())).status).toBe(404);
    for (const state of ['arrived', 'removing'] as const) {
      await getDb().write((tx) => tx.update(uploads).set({ state }));
      expect((await file(id)).status).toBe(404);
    }
  });

  test('is linked in the inbox only; mails to the team and CRM notes link to the lead instead', async () => {
    const hubspot = await startHubspot();
    await world.reopen({ ...hubspot.variables, RATE_LIMITS: 'off' });
    ana = await makeAdvisor('ana@resguardo.cl');
    const { id } = await withFile();
    const shown = await (await lead(id)).text();
    expect(shown).toContain(`/api/admin/leads/${id}/files/contrato`);
    await deliverDue();
    const note = hubspot.notes[0]?.properties.hs_note_body ?? '';
    const mails = mailboxFilesIn(world.dataDir).filter(
      ({ to }) => !to.includes('ana@constructora.cl'),
    );
    expect(mails).toHaveLength(1);
    const mail = JSON.stringify(mails);
    for (const text of [note, mail]) {
      expect(text).toContain(`/admin/leads/${id}`);
      expect(text).toContain('Bases secretas.pdf');
    }
    for (const text of [shown, note, mail]) {
      expect(text).not.toMatch(/guarantees\/files|comprobante\//);
    }
    await hubspot.close();
  });
});
