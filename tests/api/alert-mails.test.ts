import { describe, expect, test } from 'vitest';
import { getAlertSettings } from '#lib/domain/alerts/reads.ts';
import { announceAlerts } from '#lib/domain/alerts/writes.ts';
import { addDays, daysBetween, endOfDay } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { alertSettings } from '#lib/platform/db/schema/alerts.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { auditTrailOf } from '#tests/support/auth-calls.ts';
import { api } from '#tests/support/call.ts';
import { insertDocument, storedDocumentRow, updateDocument } from '#tests/support/document-rows.ts';
import { postForm } from '#tests/support/post-form.ts';
import { deliverMails } from '#tests/support/sent-mails.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

const today = () => isoDay(world.now());

const inDays = (days: number) => endOfDay(addDays(today(), days));

const reader = { accountId: 'ana', companyId: null };

async function addAccount(id: string, verified = true): Promise<string> {
  const at = world.now();
  const times = { emailVerifiedAt: verified ? at : null, createdAt: at, updatedAt: at };
  const account = { id, email: `${id}@obras.cl`, role: 'juridica' as const, ...times };
  await getDb().write((tx) => tx.insert(accounts).values(account));
  return id;
}

/** Sends the mails of the hourly job and returns all alert mails so far, oldest first. */
async function announced() {
  await announceAlerts(world.now());
  return waitingSent();
}

async function waitingSent() {
  const mails = (await deliverMails()).filter(({ unsubscribeUrl }) => unsubscribeUrl);
  return mails.sort((a, b) => a.sentAt - b.sentAt);
}

describe('the hourly job, run every 6 hours for 60 days', () => {
  test('sends exactly the mails that the levels of each document require, also after downtime and pauses', async () => {
    world.advance(12 * HOUR);
    const ana = await addAccount('ana');
    const beto = await addAccount('beto');
    const carla = await addAccount('carla', false);
    const keep = (account: string, fileName: string, days: number) =>
      insertDocument(account, { category: 'poliza_garantia', fileName, expiresAt: inDays(days) });

    const replaced = await keep(ana, 'replaced.pdf', 35);
    const deleted = await keep(ana, 'deleted.pdf', 20);
    await keep(ana, 'expired-at-upload.pdf', -10);
    await keep(ana, 'pair-a.pdf', 40);
    await keep(ana, 'pair-b.pdf', 40);
    await keep(ana, 'long.pdf', 45);
    await keep(beto, 'beto.pdf', 33);
    await keep(carla, 'carla.pdf', 10);

    /** Events by day, at six in the morning. The app is down from day 20 to 29. */
    const events: Record<number, () => Promise<unknown>> = {
      3: () => updateDocument(deleted, { state: 'deleted' }),
      6: async () => {
        await updateDocument(replaced, { state: 'removing' });
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
        if (day < 20 || day > 29) await announced();
        if (hour === 6) await events[day]?.();
        world.advance(6 * HOUR);
      }
    }

    const sent = (await waitingSent()).map(({ sentAt, to, text }) => {
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
      // The app is up again: a document that skipped levels during the downtime is mailed once.
      '30 ana: during-downtime long pair-a pair-b',
      '31 carla: carla',
      '33 ana: pair-a pair-b',
      '38 ana: long',
      // Beto wanted no mails in between, so the document comes once, as expired.
      '40 beto: beto',
    ]);
  });
});

describe('an alert mail', () => {
  test('names each document, its expiry and the link to replace it, the most urgent first, with markup escaped', async () => {
    const ana = await addAccount('ana');
    const id = await insertDocument(ana, { expiresAt: inDays(5), fileName: '<b>f30</b>.pdf' });
    await insertDocument(ana, {
      expiresAt: inDays(-1),
      category: 'otros',
      customTitle: 'Patente <municipal>',
      fileName: 'patente.pdf',
    });
    const series = { category: 'certificado_f30_1', fileName: 'f30-1.pdf' };
    await insertDocument(ana, { ...series, expiresAt: inDays(0) });
    const beto = await addAccount('beto');
    await insertDocument(beto, { ...series, expiresAt: inDays(90) });
    await insertDocument(beto, { state: 'infected' });
    const [mail, ...others] = await announced();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('1 documento vencido y 2 por vencer');
    expect(mail?.text).toContain('f30-1.pdf. Vence hoy');
    expect(mail?.text).not.toContain('En tu carpeta');
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

  test('is not sent if its document was replaced or its account turned mails off while it waited', async () => {
    const gone = await insertDocument(await addAccount('ana'), { expiresAt: inDays(5) });
    await insertDocument(await addAccount('beto'), { expiresAt: inDays(5) });
    await announceAlerts(world.now());
    await updateDocument(gone, { state: 'removing' });
    await setMails('beto', false);
    expect(await waitingSent()).toEqual([]);
  });

  test('about one document names it in the subject, and counts the days from when it was queued', async () => {
    await insertDocument(await addAccount('ana'), { expiresAt: inDays(5) });
    await announceAlerts(world.now());
    world.advance(2 * DAY);
    const [mail] = await waitingSent();
    expect(mail?.subject).toBe('Certificado de antecedentes laborales (F30): vence en 5 días');
    expect(mail?.text).toContain('el 25-11-2026');
  });

  test('is sent once per account although three instances look at the same time', async () => {
    for (const name of ['ana', 'beto', 'carla']) {
      await insertDocument(await addAccount(name), { expiresAt: inDays(5) });
    }
    const at = world.now();
    await Promise.all([announceAlerts(at), announceAlerts(at), announceAlerts(at)]);
    expect((await waitingSent()).map(({ to }) => to).sort()).toEqual([
      'ana@obras.cl',
      'beto@obras.cl',
      'carla@obras.cl',
    ]);
  });

  test('is queued once for each of 1,050 accounts, more than two pages of them', async () => {
    const at = world.now();
    const names = Array.from({ length: 1_050 }, (_, i) => `cuenta-${i}`);
    await getDb().write(async (tx) => {
      const times = { emailVerifiedAt: at, createdAt: at, updatedAt: at };
      const shared = { role: 'natural' as const, ...times };
      await tx.insert(accounts).values(names.map((id) => ({ id, email: `${id}@x.cl`, ...shared })));
      await tx
        .insert(documents)
        .values(names.map((id) => storedDocumentRow(id, { expiresAt: inDays(3) })));
    });
    await announceAlerts(at);
    const queued = await getDb().read.all<{ partition: string }>(
      `select partition from deliveries`,
    );
    expect(queued).toHaveLength(1_050);
    await announceAlerts(at + DAY);
    expect(await getDb().read.all(`select 1 from deliveries`)).toHaveLength(1_050);
  });
});

describe('turning alert mails off', () => {
  const off = async () => {
    await insertDocument(await addAccount('ana'), { expiresAt: inDays(5) });
    const url = new URL((await announced())[0]?.unsubscribeUrl ?? '');
    return { url, token: url.pathname.split('/').at(-1) ?? '' };
  };

  test('happens when the form of the linked page is sent, and not when the link is opened', async () => {
    const { url, token } = await off();
    const response = await api(url.pathname);
    expect([response.status, response.headers.get('location')]).toEqual([302, `/avisos/${token}`]);
    expect(await getAlertSettings(reader)).toMatchObject({ mails: true });
    const form = await postForm(`/avisos/${token}/dejar`, { form: {} });
    expect([form.status, form.headers.get('location')]).toEqual([303, `/avisos/${token}`]);
    expect(await getAlertSettings(reader)).toMatchObject({ mails: false });
  });

  test('works with one POST by a mail program without a session, and only with a valid token', async () => {
    const { token } = await off();
    const click = async (input: string) => {
      const form = { 'List-Unsubscribe': 'One-Click' };
      return (await api(`/api/documents/alerts/unsubscribe/${input}`, { form })).status;
    };
    for (const bad of ['x', `beto.${token.split('.')[1]}`, `${token}x`, token.slice(0, -1)]) {
      expect(await click(bad)).toBe(404);
    }
    expect(await getAlertSettings(reader)).toMatchObject({ mails: true });
    expect(await click(token)).toBe(200);
    expect(await getAlertSettings(reader)).toMatchObject({ mails: false });
  });

  test('and on again works by the API, and each change is audited once', async () => {
    const { id, cookies } = await makeUser();
    const put = (enabled: unknown) =>
      api('/api/documents/alerts/mails', {
        method: 'PUT',
        cookies,
        json: { enabled },
      });
    for (const enabled of [false, false, true, true]) expect((await put(enabled)).status).toBe(200);
    expect((await put('no')).status).toBe(400);
    const events = (await auditTrailOf(id)).filter((one) => one.startsWith('alert-mails'));
    expect(events).toEqual(['alert-mails.off', 'alert-mails.on']);
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
