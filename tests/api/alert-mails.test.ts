import { describe, expect, test } from 'vitest';
import { deliveryHandlers } from '#lib/background/delivery-handlers.ts';
import { announceAlerts } from '#lib/domain/alerts/writes.ts';
import { createWorker } from '#lib/domain/deliveries/worker.ts';
import { addDays, daysBetween, endOfDay } from '#lib/platform/calendar.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { alertSettings } from '#lib/platform/db/schema/alerts.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { DAY, HOUR } from '#lib/platform/durations.ts';
import { isoDay } from '#lib/platform/format.ts';
import { findMailbox } from '#lib/platform/mail/open.ts';
import { keepDocument, keptDocument, setDocument } from '#tests/support/kept-documents.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

const today = () => isoDay(world.now());

const inDays = (days: number) => endOfDay(addDays(today(), days));

async function addAccount(id: string, verified = true): Promise<string> {
  const at = world.now();
  await getDb().write((tx) =>
    tx.insert(accounts).values({
      id,
      email: `${id}@obras.cl`,
      role: 'juridica',
      emailVerifiedAt: verified ? at : null,
      createdAt: at,
      updatedAt: at,
    }),
  );
  return id;
}

/** What the hourly job and the worker do together. */
async function announce(): Promise<void> {
  await announceAlerts(world.now());
  await createWorker({ handlers: deliveryHandlers }).drain();
}

/** Every alert mail ever sent, oldest first. */
async function mails() {
  const heads = (await findMailbox()?.listMessages({ limit: 500 })) ?? [];
  const found = await Promise.all(heads.map(({ id }) => findMailbox()?.findMessage(id)));
  return found
    .flatMap((mail) => (mail?.unsubscribeUrl ? [mail] : []))
    .sort((a, b) => a.sentAt - b.sentAt);
}

describe('over 60 days, looked at every 6 hours', () => {
  test('exactly those mails leave that the levels ask for', async () => {
    world.advance(12 * HOUR);
    const ana = await addAccount('ana');
    const beto = await addAccount('beto');
    const carla = await addAccount('carla', false);
    const keep = (account: string, fileName: string, days: number) =>
      keepDocument(account, { fileName, expiresAt: inDays(days) });

    const replaced = await keep(ana, 'replaced.pdf', 35);
    const deleted = await keep(ana, 'deleted.pdf', 20);
    await keep(ana, 'expired-at-upload.pdf', -10);
    await keep(ana, 'pair-a.pdf', 40);
    await keep(ana, 'pair-b.pdf', 40);
    await keep(ana, 'long.pdf', 45);
    await keep(beto, 'beto.pdf', 33);
    await keep(carla, 'carla.pdf', 10);

    /** What happens besides: by day, at six in the morning. From day 20 to 29 the app is down. */
    const events: Record<number, () => Promise<unknown>> = {
      3: () => setDocument(deleted, { state: 'deleted' }),
      6: async () => {
        await setDocument(replaced, { state: 'removing' });
        await keep(ana, 'replacement.pdf', 90);
      },
      8: () => keep(ana, 'uploaded-urgent.pdf', 2),
      10: async () => {
        await keep(ana, 'after-todays-mail.pdf', 3);
        await setMails('beto', false);
      },
      22: () => keep(ana, 'during-downtime.pdf', 12),
      31: () => getDb().write((tx) => tx.update(accounts).set({ emailVerifiedAt: 1 })),
      40: () => setMails('beto', true),
    };
    const first = today();
    for (let day = 0; day < 60; day++) {
      for (let hour = 0; hour < 24; hour += 6) {
        if (day < 20 || day > 29) await announce();
        if (hour === 6) await events[day]?.();
        world.advance(6 * HOUR);
      }
    }

    const sent = (await mails()).map(({ sentAt, to, text }) => {
      const day = daysBetween(first, isoDay(sentAt));
      const files = [...text.matchAll(/^(\S+)\.pdf\. /gm)].map((match) => match[1]);
      return `${day} ${to.split('@')[0]}: ${files.sort().join(' ')}`;
    });
    expect(sent).toEqual([
      '0 ana: deleted expired-at-upload',
      '3 beto: beto',
      '5 ana: replaced',
      '8 ana: uploaded-urgent',
      '10 ana: pair-a pair-b',
      '11 ana: after-todays-mail',
      '15 ana: long',
      // Up again: what changed its level meanwhile, once, whatever it skipped.
      '30 ana: during-downtime long pair-a pair-b',
      '31 carla: carla',
      '33 ana: pair-a pair-b',
      '38 ana: long',
      // Danger and critical passed while Beto wanted no mails; now it is told once, as expired.
      '40 beto: beto',
    ]);
  });
});

describe('a mail', () => {
  test('says what, until when and where to replace it, most urgent first', async () => {
    const ana = await addAccount('ana');
    const id = await keepDocument(ana, { expiresAt: inDays(5), fileName: '<b>f30</b>.pdf' });
    await keepDocument(ana, {
      expiresAt: inDays(-1),
      category: 'otros',
      customTitle: 'Patente <municipal>',
      fileName: 'patente.pdf',
    });
    await announce();
    const [mail] = await mails();
    expect(mail?.subject).toBe('1 documento vencido y 1 por vencer');
    expect(mail?.text).toMatch(
      /Patente <municipal>[\s\S]*\(F30\)\n<b>f30<\/b>\.pdf\. Vence en 5 días, el 25-11-2026\./,
    );
    expect(mail?.text).toContain(`/panel/documentos/certificado_f30?reemplazar=${id}#subir`);
    expect(mail?.html).not.toContain('<b>f30');
    expect(mail?.html).not.toContain('<municipal>');
    expect(mail?.unsubscribeUrl).toMatch(
      /^http:\/\/localhost:3000\/api\/documents\/alerts\/unsubscribe\//,
    );
  });

  test('names one document in its subject', async () => {
    await keepDocument(await addAccount('ana'), { expiresAt: inDays(5) });
    await announce();
    const title = 'Certificado de antecedentes laborales (F30)';
    expect((await mails()).map(({ subject }) => subject)).toEqual([`${title}: vence en 5 días`]);
  });

  test('is not sent for what was replaced while it waited, nor after mails were turned off', async () => {
    const gone = await keepDocument(await addAccount('ana'), { expiresAt: inDays(5) });
    await keepDocument(await addAccount('beto'), { expiresAt: inDays(5) });
    await announceAlerts(world.now());
    await setDocument(gone, { state: 'removing' });
    await setMails('beto', false);
    await createWorker({ handlers: deliveryHandlers }).drain();
    expect(await mails()).toEqual([]);
  });

  test('counts from the day it is about, however late it leaves', async () => {
    await keepDocument(await addAccount('ana'), { expiresAt: inDays(5) });
    await announceAlerts(world.now());
    world.advance(2 * DAY);
    await createWorker({ handlers: deliveryHandlers }).drain();
    expect((await mails())[0]?.text).toContain('el 25-11-2026');
  });

  test('leaves once when two instances look at the same time', async () => {
    for (const name of ['ana', 'beto', 'carla']) {
      await keepDocument(await addAccount(name), { expiresAt: inDays(5) });
    }
    const at = world.now();
    await Promise.all([announceAlerts(at), announceAlerts(at), announceAlerts(at)]);
    await createWorker({ handlers: deliveryHandlers }).drain();
    expect((await mails()).map(({ to }) => to).sort()).toEqual([
      'ana@obras.cl',
      'beto@obras.cl',
      'carla@obras.cl',
    ]);
  });

  test('reaches every account, however many there are', async () => {
    const at = world.now();
    const names = Array.from({ length: 250 }, (_, i) => `cuenta-${i}`);
    await getDb().write(async (tx) => {
      const shared = {
        role: 'natural' as const,
        emailVerifiedAt: at,
        createdAt: at,
        updatedAt: at,
      };
      await tx.insert(accounts).values(names.map((id) => ({ id, email: `${id}@x.cl`, ...shared })));
      await tx
        .insert(documents)
        .values(names.map((id) => keptDocument(id, { expiresAt: inDays(3) })));
    });
    await announceAlerts(at);
    const queued = await getDb().read.all<{ lane: string }>(`select lane from deliveries`);
    expect(queued).toHaveLength(250);
    await announceAlerts(at + DAY);
    expect(await getDb().read.all(`select 1 from deliveries`)).toHaveLength(250);
  });
});

async function setMails(accountId: string, on: boolean): Promise<void> {
  const mailsOffAt = on ? null : world.now();
  await getDb().write((tx) =>
    tx
      .insert(alertSettings)
      .values({ accountId, mailsOffAt })
      .onConflictDoUpdate({ target: alertSettings.accountId, set: { mailsOffAt } }),
  );
}
