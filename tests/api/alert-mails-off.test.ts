import { describe, expect, test } from 'vitest';
import { deliveryHandlers } from '#lib/background/delivery-handlers.ts';
import { findAccountByEmail } from '#lib/domain/accounts/reads.ts';
import { getAlertSettings } from '#lib/domain/alerts/reads.ts';
import { announceAlerts } from '#lib/domain/alerts/writes/announce.ts';
import { createWorker } from '#lib/domain/deliveries/worker.ts';
import { addDays, endOfDay } from '#lib/platform/calendar.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { isoDay } from '#lib/platform/format.ts';
import { findMailbox } from '#lib/platform/mail/open.ts';
import { createAccount, signIn } from '#tests/support/accounts.ts';
import { api } from '#tests/support/call.ts';
import { keepDocument } from '#tests/support/kept-documents.ts';
import { postForm } from '#tests/support/post-form.ts';
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

describe('turning the mails off', () => {
  const off = async () => {
    await keepDocument(await addAccount('ana'), { expiresAt: inDays(5) });
    await announce();
    const url = new URL((await mails())[0]?.unsubscribeUrl ?? '');
    return { url, token: url.pathname.split('/').at(-1) ?? '' };
  };

  test('takes one POST of a mail program, without a session or a redirect', async () => {
    const { url } = await off();
    const response = await api(url.pathname, {
      form: { 'List-Unsubscribe': 'One-Click' },
    });
    expect(response.status).toBe(200);
    expect(await getAlertSettings('ana')).toMatchObject({ mails: false });
  });

  test('is not done by opening the link, which leads to the page that asks', async () => {
    const { url, token } = await off();
    const response = await api(url.pathname);
    expect([response.status, response.headers.get('location')]).toEqual([302, `/avisos/${token}`]);
    expect(await getAlertSettings('ana')).toMatchObject({ mails: true });
    const form = await postForm(`/avisos/${token}/dejar`, {
      form: {},
    });
    expect([form.status, form.headers.get('location')]).toEqual([303, `/avisos/${token}`]);
    expect(await getAlertSettings('ana')).toMatchObject({ mails: false });
  });

  test('takes no token but ours', async () => {
    const { url, token } = await off();
    for (const bad of ['x', `beto.${token.split('.')[1]}`, `${token}x`, token.slice(0, -1)]) {
      const reply = await api(url.pathname.replace(token, bad), { form: {} });
      expect(reply.status).toBe(404);
    }
    expect(await getAlertSettings('ana')).toMatchObject({ mails: true });
  });

  test('and on again is in the panel, and in the activity', async () => {
    const email = await createAccount();
    const cookies = await signIn(email);
    const account = await findAccountByEmail(email);
    const put = (enabled: unknown) =>
      api('/api/documents/alerts/mails', {
        method: 'PUT',
        cookies,
        json: { enabled },
      });
    for (const enabled of [false, false, true, true]) expect((await put(enabled)).status).toBe(200);
    expect((await put('no')).status).toBe(400);
    const events = await getDb().read.all<{ action: string }>(
      `select action from audit_events where action like 'alert-mails%' and account_id = '${account?.id}'`,
    );
    expect(events.map(({ action }) => action)).toEqual(['alert-mails.off', 'alert-mails.on']);
  });
});
