import { expect, test } from 'vitest';
import { announceAlerts } from '#lib/domain/alerts/writes.ts';
import { addDays, endOfDay } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { DAY, MINUTE } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { api } from '#tests/support/call.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { insertDocument } from '#tests/support/document-rows.ts';
import { putIssued } from '#tests/support/issued.ts';
import { collectPages } from '#tests/support/page-outlines.ts';
import { addDocument, createShare, openFile, sendShareForm } from '#tests/support/shares.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });

/** Sends what is due, so that the mails that follow have a later time. */
async function deliver(): Promise<void> {
  await deliverDue();
  world.advance(MINUTE);
}

test('the mails about links to documents have the approved text', async () => {
  const story = collectPages('mails-shares');
  const ana = await makeUser();
  const keys: string[] = [];
  for (const fileName of ['Carpeta.pdf', 'Balance.pdf', 'F29.pdf'])
    keys.push((await addDocument(ana.id, { fileName })).fileId);
  const password = 'un paraguas azul';
  const kinds: Record<string, object> = {
    simple: { documentKey: keys[0] },
    named: { documentKeys: keys, label: 'Licitación 12', recipientNote: 'Va todo,\ncompleto' },
    locked: { documentKeys: keys.slice(1), password },
    coded: { documentKey: keys[1], emailCode: true },
    both: { documentKey: keys[2], emailCode: true, password },
  };
  const urls: Record<string, string> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    const json = { recipients: `${name}@banco.cl`, notify: true, expiresInHours: 48, ...kind };
    const reply = await (await createShare(ana, json)).json();
    urls[name] = `${reply.shortUrl}`;
    const sent = { json: { ids: [reply.id] }, cookies: ana.cookies };
    expect((await api('/api/documents/shares/send', sent)).status).toBe(200);
    await deliver();
  }
  const open = { documentKeys: keys, expiresInHours: 48 };
  const unnamed = `${(await (await createShare(ana, open)).json()).shortUrl}`;
  const { simple = '', named = '', locked = '', coded = '', both = '' } = urls;
  for (const url of [simple, named]) {
    await (await openFile(url, `?document=${keys[0]}`)).arrayBuffer();
    await deliver();
  }
  await sendShareForm(coded, 'codigo');
  await deliver();
  for (const [url, field] of [
    [locked, 'password'],
    [coded, 'code'],
    [both, 'password'],
  ] as const) {
    for (let n = 0; n < 50; n += 1) await sendShareForm(url, 'abrir', { [field]: `AAAA${n}` });
    await deliver();
  }
  world.advance(3 * DAY);
  await sendShareForm(simple, 'pedir');
  await sendShareForm(named, 'pedir', { correo: 'otra@banco.cl' });
  await sendShareForm(unnamed, 'pedir');
  await story.addMails();
  await story.expectApproved();
});

test('the mails about what ends have the approved text, for documents, guarantees and both', async () => {
  const story = collectPages('mails-alerts');
  const inDays = (days: number) => addDays(isoDay(world.now()), days);
  /** Makes a reader with documents and guarantees that end in these numbers of days. */
  async function reader(name: string, documentDays: number[], guaranteeDays: number[] = []) {
    const email = `${name}@andes.cl`;
    const { id } = await makeUser({ email });
    for (const days of documentDays) {
      const fileName = `${days} días.pdf`;
      await insertDocument(id, { fileName, expiresAt: endOfDay(inDays(days)) });
    }
    await putIssued(guaranteeDays.map((days) => ({ email, validTo: inDays(days) })));
    return id;
  }
  await reader('a.un-documento', [5]);
  await reader('b.documentos', [-1, 0, 1, 12]);
  await reader('c.una-garantia', [], [3]);
  await reader('d.garantias', [], [0, 20]);
  await reader('e.ambas', [2], [3]);
  await reader('f.ambas-vencidas', [-1, 30], [7, 15]);
  await reader(
    'g.muchos',
    Array.from({ length: 33 }, (_, n) => n % 30),
  );
  await reader('i.vencidos', [-1, -2]);
  const urgent = await reader('h.con-otros', []);
  await insertDocument(urgent, { fileName: 'Antes.pdf', expiresAt: endOfDay(inDays(4)) });
  await announceAlerts(world.now());
  await deliver();
  world.advance(DAY);
  await insertDocument(urgent, { fileName: 'Después.pdf', expiresAt: endOfDay(inDays(5)) });
  await announceAlerts(world.now());
  await story.addMails();
  await story.expectApproved();
});
