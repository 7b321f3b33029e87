import { describe, expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';
import { shareLinks } from '#lib/platform/db/schema/share-links.ts';
import { makeAccount, makeUser, signIn } from '#tests/support/accounts.ts';
import { companyBody, register, requestPasswordReset } from '#tests/support/auth-calls.ts';
import { api } from '#tests/support/call.ts';
import { contactBody, sendContact } from '#tests/support/contact.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { mailboxFilesIn } from '#tests/support/mailbox-files.ts';
import { createPayment, logInPayer } from '#tests/support/payments.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { submitRequest } from '#tests/support/submissions.ts';
import { postUpload, uploadForm, uploadToVault } from '#tests/support/vault.ts';
import { createWorld, worldForTest } from '#tests/support/world.ts';

const headers = {
  host: 'malo.cl',
  'x-forwarded-host': 'malo.cl',
  'x-forwarded-proto': 'http',
  'x-forwarded-port': '8080',
  forwarded: 'host=malo.cl;proto=http',
  'x-original-host': 'malo.cl',
};

describe('a forged host name in a request', () => {
  const world = worldForTest({ APP_URL: 'https://resguardo.test' });

  test('appears in no link that we send, neither in replies nor in mails', async () => {
    const { cookies } = await makeUser();
    const { fileId } = await uploadToVault(cookies, 'cedula_identidad');
    const requestOptions = { headers, cookies, json: {} };
    const replies = [
      await register(companyBody, { headers }),
      await requestPasswordReset('ana@constructora.cl', { headers }),
      await submitRequest({ ...publicBody, email: 'ana@constructora.cl' }, { headers }),
      await sendContact(contactBody, { headers }),
      await api('/api/documents/share', { ...requestOptions, json: { documentKey: fileId } }),
      await api('/api/documents/calendar', requestOptions),
    ];
    const statement = await Promise.all(
      replies.map(
        async (response) => `${JSON.stringify([...response.headers])}${await response.text()}`,
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(statement.join()).toContain('https://resguardo.test/api/share/');

    await deliverDue();
    const mails = JSON.stringify(mailboxFilesIn(world.dataDir));
    expect(mails).toContain('https://resguardo.test/restablecer?token=');
    expect(mails).toContain('https://resguardo.test/comprobante/');
    for (const text of [...statement, mails]) expect(text).not.toContain('malo.cl');
    const hosts = mails.match(/https?:\/\/[^/"\s\\<]+/g) ?? [];
    const ours = ['https://resguardo.test', 'http://www.w3.org'];
    expect(hosts.filter((host) => !ours.includes(host))).toEqual([]);
  });
});

describe('body fields that no form has', () => {
  test('make no admin, no verified address and no other owner', async () => {
    const world = createWorld();
    const extra = {
      id: 'elegido',
      emailVerifiedAt: 1,
      passwordHash: 'x',
      googleSub: 'x',
      createdAt: 1,
      isAdmin: true,
    };
    expect((await register({ ...extra, role: 'admin' })).status).toBe(400);
    const { id } = await makeAccount(extra);
    const cookies = await signIn();
    const json = { ...extra, telefono: '+56 9 1234 5678', role: 'admin', email: 'otra@x.cl' };
    expect((await api('/api/auth/complete-profile', { json, cookies })).status).toBe(200);
    const [row] = await getDb().read.select().from(accounts);
    expect(row).toMatchObject({
      id,
      role: 'natural',
      googleSub: null,
      email: 'ana@constructora.cl',
    });
    expect(row?.id).not.toBe('elegido');
    expect(row?.createdAt).toBe(world.now());

    const own = {
      accountId: 'elegido',
      state: 'pending',
      id: 'elegido',
      objectKey: '../x',
      fileId: 'y',
    };
    expect(
      (await postUpload(cookies, uploadForm({ category: 'cedula_identidad', ...own }))).status,
    ).toBe(200);
    const [document] = await getDb().read.select().from(documents);
    expect(document).toMatchObject({ accountId: id, state: 'kept' });
    expect([document?.id, document?.fileId, document?.objectKey].join()).not.toMatch(
      /elegido|\.\.|^y$/,
    );

    const link = {
      accountId: 'elegido',
      tokenHash: 'x',
      openings: -9,
      revokedAt: 1,
      id: 'elegido',
    };
    const body = { ...link, documentKey: document?.fileId, maxOpenings: 1 };
    expect((await api('/api/documents/share', { json: body, cookies })).status).toBe(200);
    const [stored] = await getDb().read.select().from(shareLinks);
    expect(stored).toMatchObject({ accountId: id, openings: 0, revokedAt: null, maxOpenings: 1 });
  });

  test('approve no request and pay nothing', async () => {
    const webpay = await startWebpay();
    createWorld(webpay.variables);
    const cookies = await logInPayer(webpay);
    await submitRequest({
      ...publicBody,
      state: 'aprobada',
      id: 99,
      assignedTo: 'x',
      crmDealId: 'x',
    });
    const [lead] = await getDb().read.select().from(leads);
    expect(lead).toMatchObject({ state: 'recibida', assignedTo: null, crmDealId: null });

    const paid = { state: 'authorized', buyOrder: 'RG-x', accountId: 'x', refundedAmount: -5 };
    expect((await createPayment(cookies, { amount: 5000, ...paid })).status).toBe(200);
    const [payment] = await getDb().read.select().from(payments);
    expect(payment).toMatchObject({ state: 'pending', refundedAmount: 0 });
    expect(payment?.buyOrder).toMatch(/^RG-\w{4}-/);
    await webpay.close();
  });
});
