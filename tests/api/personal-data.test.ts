import type { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { sweepDocuments } from '#lib/domain/documents/sweep.ts';
import { addLeadEvent } from '#lib/domain/requests/leads/writes/add-lead-event.ts';
import { changeRequestState } from '#lib/domain/requests/leads/writes/change-request-state.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { getStorage } from '#lib/platform/storage/client.ts';
import { makeAccount, makeUser, personBody, signIn } from '#tests/support/accounts.ts';
import { api } from '#tests/support/call.ts';
import {
  acceptInvitation,
  andesCompany,
  invitationPathOf,
  inviteMember,
  switchCompany,
} from '#tests/support/companies.ts';
import { contactBody, sendContact } from '#tests/support/contact.ts';
import { runScript } from '#tests/support/program-env.ts';
import { startClamd } from '#tests/support/providers/clamd.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { samples } from '#tests/support/sample-files.ts';
import { uploadUncategorized } from '#tests/support/uncategorized-uploads.ts';
import { unzip } from '#tests/support/unzip.ts';
import {
  countStoredFiles,
  postUploadProxy,
  uploadProxyForm,
} from '#tests/support/upload-client.ts';
import { uploadToVault } from '#tests/support/vault.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

async function count(table: string): Promise<number> {
  const [row] = await getDb().read.all<{ n: number }>(
    sql.raw(`select count(*) as n from ${table}`),
  );
  return row?.n ?? -1;
}

/** Acts on the lead as advisors do: a move, which its person may see, and a note. */
async function moveAndNote(leadId: number): Promise<void> {
  const [actor, at] = ['x', world.now() + 1];
  await getDb().write(async (tx) => {
    await changeRequestState(tx, {
      leadId,
      to: 'aprobada',
      actor,
      at: at - 60_001,
      now: at - 60_001,
    });
    const event = { kind: 'note', text: 'Nota del equipo' } as const;
    await addLeadEvent(tx, { leadId, event, actor, at });
  });
}

describe('the export of personal data', () => {
  test('closes its files and throws nothing when the reader leaves at any moment', async () => {
    await world.reopen({ RATE_LIMITS: 'off' });
    const { cookies } = await makeUser();
    // The body exceeds the buffers, so it stays open until it is read, or given up.
    const bytes = Buffer.concat([samples.pdf, Buffer.alloc(2_000_000)]);
    await uploadToVault(cookies, 'contrato', { bytes, name: 'Obra.pdf' });
    const uncaught: unknown[] = [];
    const note = (error: unknown) => uncaught.push(error);
    process.on('uncaughtExceptionMonitor', note);
    const opened = vi.spyOn(getStorage(), 'read');
    for (let turns = 0; turns < 16; turns++) {
      const { body } = await api('/api/account/export', { cookies });
      // A chunk that waits to be taken must not be sent to a reader who has left.
      for (let index = 0; index < turns; index++)
        await new Promise((resolve) => setImmediate(resolve));
      const reader = body?.getReader();
      if (turns % 2) await reader?.read();
      await reader?.cancel();
    }
    const files = await Promise.all(opened.mock.results.map(({ value }) => value));
    expect(files).toHaveLength(16);
    await waitFor(() => files.every((file: Readable | null) => file?.closed));
    process.off('uncaughtExceptionMonitor', note);
    expect(uncaught).toEqual([]);
  });

  test('leaves out a file that the scanner has not judged, and names it', async () => {
    const clamd = await startClamd();
    await world.reopen(clamd.variables);
    const { cookies } = await makeUser();
    const filesIn = async () => {
      const response = await api('/api/account/export', { cookies });
      return unzip(Buffer.from(await response.arrayBuffer()));
    };
    const name = 'documentos/contrato/1-Obra.docx';
    clamd.fail('hang-up');
    await uploadToVault(cookies, 'contrato', { bytes: samples.docx, name: 'Obra.docx' });
    const before = await filesIn();
    expect([...before.keys()]).toEqual(['datos.json', 'faltan.txt']);
    expect(String(before.get('faltan.txt'))).toBe(name);
    clamd.fail(null);
    await sweepDocuments(world.now());
    expect((await filesIn()).get(name)).toEqual(samples.docx);
    await clamd.close();
  });

  test('has all data and files of the person, and no secret and nothing of others', async () => {
    await makeAccount();
    const sent = await postUploadProxy(uploadProxyForm(samples.pdf, 'contrato.pdf'));
    const contratoUrl = sent.body.downloadUrl;
    const capitals = { ...publicBody, contratoUrl, email: 'Ana@Constructora.cl' };
    await api('/api/guarantees/public', { json: capitals });
    const other = { ...publicBody, email: 'otra@persona.cl' };
    await api('/api/guarantees/public', { json: other });
    await moveAndNote(1);
    await sendContact(contactBody);
    await sendContact({ ...contactBody, correo: 'otra@persona.cl' });
    const cookies = await signIn();
    const before = await uploadToVault(cookies, 'contrato', {
      bytes: samples.pdf,
      name: 'Antes.pdf',
    });
    const document = await uploadToVault(
      cookies,
      'contrato',
      { bytes: samples.docx, name: 'Obra.docx' },
      { replaces: before.id },
    );
    const [unplaced] = await uploadUncategorized(cookies, [
      { bytes: samples.png, name: 'Foto.png' },
    ]);
    const response = await api('/api/account/export', { cookies });

    expect(response.status).toBe(200);
    const files = unzip(Buffer.from(await response.arrayBuffer()));
    const text = String(files.get('datos.json'));
    const data = JSON.parse(text);
    expect(data.account).toMatchObject({ email: personBody.email, hasPassword: true });
    expect(data.requests).toMatchObject([
      { state: 'aprobada', history: [{ kind: 'state', from: 'recibida', to: 'aprobada' }] },
    ]);
    expect(text).not.toContain('Nota del equipo');
    expect(data.messages).toMatchObject([{ kind: 'contacto', answers: { primer_nombre: 'Ana' } }]);
    expect(data.events.map((event: { action: string }) => event.action)).toContain(
      'session.opened',
    );
    expect(text).not.toMatch(/argon2|otra@persona/);
    expect(files.get('archivos/1-contrato.pdf')).toEqual(samples.pdf);
    expect(data.documents).toMatchObject([
      document,
      { id: unplaced, category: 'por_ordenar' },
      { id: before.id, state: 'former', formerOf: document.id },
    ]);
    expect(files.get('documentos/por_ordenar/2-Foto.png')).toEqual(samples.png);
    expect(files.get('documentos/contrato/3-Antes.pdf')).toEqual(samples.pdf);
    expect(data.shares).toEqual([]);
    expect(files.get('documentos/contrato/1-Obra.docx')).toEqual(samples.docx);
    expect(files.has('faltan.txt')).toBe(false);
  });

  test('of a company has its former documents, not those of the member who exports', async () => {
    await world.reopen({ RATE_LIMITS: 'off' });
    const ana = await makeUser({ ...andesCompany, email: 'ana@andes.cl' });
    const replaceFor = async (cookies: Record<string, string>, name: string) => {
      for (const n of [1, 2]) {
        await uploadToVault(cookies, 'certificado_f30', {
          bytes: samples.pdf,
          name: `${name}-${n}.pdf`,
        });
      }
    };
    await replaceFor(ana.cookies, 'andes');
    const carla = await makeUser({ email: 'carla@andes.cl' });
    await replaceFor(carla.cookies, 'carla');
    await inviteMember(ana.cookies, carla.email, 'owner');
    await acceptInvitation(carla.cookies, await invitationPathOf(carla.email));
    const formerOf = async (cookies: Record<string, string>) => {
      const response = await api('/api/account/export', { cookies });
      const files = unzip(Buffer.from(await response.arrayBuffer()));
      const { documents } = JSON.parse(String(files.get('datos.json')));
      return documents.flatMap((item: { state?: string; fileName: string }) =>
        item.state === 'former' ? item.fileName : [],
      );
    };
    for (const { cookies } of [ana, carla]) {
      expect(await formerOf(cookies)).toEqual(['andes-1.pdf']);
    }
    await switchCompany(carla.cookies, '');
    expect(await formerOf(carla.cookies)).toEqual(['carla-1.pdf']);
  });

  test('lists the links of own requests, newest first, and nobody else’s', async () => {
    await makeAccount();
    for (const email of [personBody.email, 'otra@persona.cl', personBody.email]) {
      await api('/api/guarantees/public', { json: { ...publicBody, email } });
      world.advance(60_000);
    }
    const response = await api('/api/account/export', { cookies: await signIn() });
    const files = unzip(Buffer.from(await response.arrayBuffer()));
    const { links } = JSON.parse(String(files.get('datos.json')));
    expect(links.map(({ request }: { request: string }) => request)).toEqual(['3', '3', '1', '1']);
  });

  test('needs a session', async () => {
    expect((await api('/api/account/export')).status).toBe(401);
  });
});

describe('deleting the account', () => {
  test('ends sessions, deletes the documents and keeps the requests that were sent', async () => {
    await makeAccount();
    await api('/api/guarantees/public', { json: publicBody });
    const cookies = await signIn();
    await uploadToVault(cookies, 'contrato');
    const right = await api('/api/account/delete', {
      cookies,
      json: {},
    });
    expect(right.status).toBe(200);
    expect(right.headers.get('clear-site-data')).toBe('"storage"');
    expect(await count('accounts')).toBe(0);
    expect(await count('sessions')).toBe(0);
    expect(await count('submissions')).toBe(1);
    expect(countStoredFiles(world.dataDir).files).toBe(1);
    await sweepDocuments(world.now());
    expect(await count('documents')).toBe(0);
    expect(countStoredFiles(world.dataDir).files).toBe(0);
    const session = await api('/api/auth/session', { cookies });
    expect(await session.json()).toEqual({ authenticated: false, email: null, role: null });
  });
});

describe('npm run admin', () => {
  test('creates, lists and revokes an admin without a prompt while the database is open', async () => {
    await makeAccount();
    const admin = async (...args: string[]) =>
      (await runScript('admin', world.dataDir, args)).stdout;
    await admin('create', 'Jefa@Resguardo.cl');
    expect(await admin('list')).toBe('jefa@resguardo.cl\n');
    const [row] = await getDb().read.all(
      sql`select role, password_hash as hash, email_verified_at > 0 as verified from accounts
        where email = 'jefa@resguardo.cl'`,
    );
    expect(row).toEqual({ role: 'admin', hash: null, verified: 1 });
    await admin('revoke', 'jefa@resguardo.cl');
    expect(await admin('list')).toBe('');
  });
});
