import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import ReceivedPage from '#app/(sitio)/recibido/[token]/page.tsx';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import { eraseLeads } from '#lib/domain/erasure/writes.ts';
import { readPersonalData } from '#lib/domain/personal-data/reads.ts';
import { remindOfRequestedDocuments } from '#lib/domain/requests/requested-documents/writes/request-documents.ts';
import { scanWaitingUploads } from '#lib/domain/uploads/writes/scan.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';
import { now } from '#lib/platform/process/clock.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { getAccount, makeAccount, personBody } from '#tests/support/accounts.ts';
import { type Advisor, makeAdvisor } from '#tests/support/advisors.ts';
import { deliverErasureTasks, rowProblems, rowsContaining } from '#tests/support/erasure.ts';
import { moveRequest } from '#tests/support/issued.ts';
import { eventsOf, sendRequest } from '#tests/support/leads.ts';
import { mailboxFilesIn } from '#tests/support/mailbox-files.ts';
import { insertLink } from '#tests/support/mailed-links.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { EICAR, startClamd } from '#tests/support/providers/clamd.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { textFile } from '#tests/support/request-files.ts';
import {
  isoDayIn,
  postDocumentRequest,
  requestDocuments,
  requestedDocumentsOf,
  sendContactMessage,
  sendRequestedDocuments,
} from '#tests/support/requested-documents.ts';
import { samples } from '#tests/support/sample-files.ts';
import { queuedDeliveries } from '#tests/support/submissions.ts';
import { uploadRows } from '#tests/support/upload-client.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ MAX_UPLOAD_MB: '1' });
let admin: Advisor;
beforeEach(async () => {
  admin = await makeAdvisor();
  browseAs({});
});

const remaining = async () => (await uploadRows()).filter(({ state }) => state === 'kept').length;

/** Makes a message and a request, each with one document, and the address that takes it. */
async function begin() {
  const message = await sendContactMessage('ana@obras.cl');
  const { id, submissionId } = await sendRequest(publicBody);
  const [a] = await requestDocuments(message, admin.cookies, {
    otros: 'Balance',
    hasta: isoDayIn(1),
  });
  const [b] = await requestDocuments(id, admin.cookies, { otros: 'Balance', hasta: isoDayIn(1) });
  const tokens = [
    await insertLink('lead-receipt', message),
    await insertLink('receipt', submissionId),
  ];
  const sendTo = (which: 0 | 1, first = textFile('B.pdf')) =>
    sendRequestedDocuments(which === 0 ? `/recibido/${tokens[0]}` : `/comprobante/${tokens[1]}`, {
      files: { [`pedido-${(which === 0 ? a : b)?.id}`]: [first] },
    });
  const pages = async () =>
    Promise.all([
      renderPage(ReceivedPage, { token: tokens[0] ?? '' }),
      renderPage(ReceiptPage, { token: tokens[1] ?? '' }),
    ]);
  return { message, id, submissionId, sendTo, pages, tokens };
}

describe('requested documents at their end', () => {
  test('are refused after their day, as both pages say, and taken again once the day is moved', async () => {
    const { sendTo, pages, message } = await begin();
    world.advance(2 * DAY);
    for (const html of await pages()) {
      expect(textOf(html)).toContain('Tu asesor ya no espera: Balance. Si lo tienes, responde');
      expect(html).not.toContain('name="pedido-');
    }
    expect([await sendTo(0), await sendTo(1)]).toEqual(['?error=conflict', '?error=conflict']);
    expect(await remaining()).toBe(0);
    await postDocumentRequest(message, admin.cookies);
    expect(await sendTo(0)).toBe('?aviso=documentos#documentos');
  });

  test('are refused once revoked, as pages and history say, and revoking twice changes nothing', async () => {
    const { sendTo, pages, message, id } = await begin();
    for (const lead of [message, message, id]) {
      const to = await postDocumentRequest(lead, admin.cookies, { dejar: 'si' });
      expect(to).toBe('?aviso=retirados#documentos');
    }
    for (const html of await pages()) expect(textOf(html)).toContain('ya no espera: Balance.');
    expect([await sendTo(0), await sendTo(1)]).toEqual(['?error=conflict', '?error=conflict']);
    const events = (await eventsOf(message)).filter(({ kind }) => kind === 'papers');
    expect(events).toMatchObject([{ what: 'asked' }, { what: 'revoked', papers: ['Balance'] }]);
    await postDocumentRequest(message, admin.cookies, { otros: 'F30' });
    expect(
      (await requestedDocumentsOf(message)).map(({ revokedAt }) => revokedAt === null),
    ).toEqual([false, true]);
  });

  test('are named by no mail that still waited when they were revoked', async () => {
    const { message, id } = await begin();
    for (const lead of [message, id])
      await postDocumentRequest(lead, admin.cookies, { dejar: 'si' });
    await deliverErasureTasks(world);
    const subjects = mailboxFilesIn(world.dataDir).map(({ subject }) => subject);
    expect(subjects.filter((item) => item.startsWith('Te pedimos'))).toEqual([]);
  });

  test('of a decided request are neither shown nor taken, and no others can be requested', async () => {
    const { sendTo, pages, id } = await begin();
    await getDb().client.execute("update leads set state = 'rechazada' where kind = 'garantia'");
    expect(await sendTo(1)).toBe('?error=conflict');
    expect(await postDocumentRequest(id, admin.cookies, { otros: 'Otro' })).toBe('?error=conflict');
    expect((await pages())[1]).not.toContain('name="pedido-');
    // A heading with nothing below it would look broken.
    expect((await pages())[1]).not.toContain('>Documentos</h2>');
  });

  test.each([
    ['en_revision', true],
    ['aprobada', true],
    ['emitida', false],
    ['rechazada', false],
  ] as const)('of a request that is %s are reminded of: %s', async (state, isReminded) => {
    const { id } = await begin();
    const message = await sendContactMessage('luis@obras.cl');
    for (const lead of [id, message]) {
      await postDocumentRequest(lead, admin.cookies, { otros: 'F30', hasta: isoDayIn(7) });
    }
    await moveRequest(id, state);
    await deliverErasureTasks(world);
    const before = (await queuedDeliveries()).length;
    world.advance(2.5 * DAY);
    await remindOfRequestedDocuments(now());
    // The lead page lists each mail that was queued, also where it is not sent in the end.
    const queued = (await queuedDeliveries()).slice(before).map(({ partition }) => partition);
    expect(queued).toEqual(
      [...(isReminded ? [id] : []), message].map((lead) => `lead:${lead}/mail`),
    );
    await deliverErasureTasks(world);
    const subjects = mailboxFilesIn(world.dataDir).map(({ subject }) => subject);
    const reminders = subjects.filter((item) => item.startsWith('Falta'));
    expect(reminders).toHaveLength(isReminded ? 2 : 1);
  });

  test('are not taken by a link that ended or is forged, nor for another lead', async () => {
    const { message, tokens, id } = await begin();
    const [mine] = await requestedDocumentsOf(message);
    const [theirs] = await requestedDocumentsOf(id);
    const files = { [`pedido-${theirs?.id}`]: [textFile('B.pdf')] };
    const ended = await insertLink('lead-receipt', message, { endsAt: 1 });
    expect(await sendRequestedDocuments(`/recibido/${ended}`, { files })).toBe(
      '?error=share_expired',
    );
    expect(await sendRequestedDocuments('/recibido/nada', { files })).toBe('?error=invalid_token');
    expect(await sendRequestedDocuments(`/recibido/${tokens[0]}`, { files })).toBe(
      '?error=validation_failed',
    );
    expect(await sendRequestedDocuments(`/comprobante/${tokens[0]}`, { files })).toBe(
      '?error=invalid_token',
    );
    expect(await remaining()).toBe(0);
    expect(mine?.files).toEqual([]);
    const plain = await insertLink('lead-receipt', await sendContactMessage('otra@obras.cl'));
    expect(await sendRequestedDocuments(`/recibido/${plain}`, { files })).toBe(
      '?error=validation_failed',
    );
    expect(await remaining()).toBe(0);
  });
});

describe('a file sent as a requested document', () => {
  test('is refused under its document if it is invalid, and the others stay', async () => {
    const message = await sendContactMessage('ana@obras.cl');
    const [a, b] = await requestDocuments(message, admin.cookies, { otros: 'Uno\nDos' });
    const token = await insertLink('lead-receipt', message);
    const files = {
      [`pedido-${a?.id}`]: [textFile('Uno.pdf')],
      [`pedido-${b?.id}`]: [textFile('hola.pdf', Buffer.from('hola'))],
    };
    expect(await sendRequestedDocuments(`/recibido/${token}`, { files })).toBe(
      '?error=validation_failed',
    );
    expect((await requestedDocumentsOf(message)).map((item) => item.files.length)).toEqual([1, 0]);
  });

  test('that the scanner refuses later is missing again, as page and history say', async () => {
    const clamd = await startClamd();
    await world.reopen(clamd.variables);
    admin = await makeAdvisor();
    const { sendTo, pages, message } = await begin();
    clamd.fail('hang-up');
    const virus = textFile('V.pdf', Buffer.concat([samples.pdf, Buffer.from(EICAR)]));
    expect(await sendTo(0, virus)).toBe('?aviso=documentos#documentos');
    expect(textOf((await pages())[0])).toContain('V.pdf: en revisión');
    clamd.fail(null);
    await scanWaitingUploads();
    const events = (await eventsOf(message)).map(({ kind }) => kind);
    expect(events).toContain('infected');
    expect(textOf((await pages())[0])).toMatch(
      /V\.pdf: eliminado por el antivirus .*Enviar documentos/,
    );
    await clamd.close();
  });
});

describe('what a person sent as requested documents', () => {
  test('is in their export, and an erasure leaves nothing of it', async () => {
    await makeAccount();
    const { id: accountId } = await getAccount(personBody.email);
    const message = await sendContactMessage(personBody.email);
    const [document] = await requestDocuments(message, admin.cookies, {
      otros: 'Balance secreto',
      mensaje: 'Del mes que nombramos.',
    });
    const token = await insertLink('lead-receipt', message);
    const files = { [`pedido-${document?.id}`]: [textFile('Reservado.pdf')] };
    await sendRequestedDocuments(`/recibido/${token}`, { files });
    const data = await readPersonalData({
      ...{ accountId, holderId: accountId, companyId: null },
      ...{ email: personBody.email, owner: personBody.email },
      now: now(),
    } as SignedInCtx);
    expect(data.files.map(({ fileName }) => fileName)).toEqual(['Reservado.pdf']);
    expect(JSON.stringify(data.messages)).toMatch(/Balance secreto.*Del mes que nombramos/);
    const by = { requestId: 'r', ip: '', now: now(), actor: 'system' };
    const marks = ['Balance secreto', 'Del mes que nombramos', 'Reservado'];
    expect(await rowsContaining(marks)).not.toEqual([]);
    await getDb().write((tx) => eraseLeads(tx, by, eq(leads.id, message)));
    expect(await rowsContaining(marks)).toEqual([]);
    const states = await getDb().read.select({ state: uploads.state }).from(uploads);
    expect(states).toEqual([{ state: 'removing' }]);
    expect(await rowProblems()).toEqual([]);
  });
});
