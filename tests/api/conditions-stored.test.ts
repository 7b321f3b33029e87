import { describe, expect, test } from 'vitest';
import PanelHome from '#app/panel/page.tsx';
import OwnRequestPage from '#app/panel/solicitudes/[id]/page.tsx';
import { jobs } from '#lib/background/sweeper.ts';
import { retentionDays } from '#lib/domain/privacy/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { paymentRequests } from '#lib/platform/db/schema/payments.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { PASSWORD } from '#tests/support/accounts.ts';
import { api } from '#tests/support/call.ts';
import { acceptConditions, sendConditions } from '#tests/support/conditions.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { rowProblems, rowsContaining } from '#tests/support/erasure.ts';
import { eventsOf } from '#tests/support/leads.ts';
import { mailboxFilesIn } from '#tests/support/mailbox-files.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { requestForTest } from '#tests/support/payments-for-test.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { unzip } from '#tests/support/unzip.ts';

const { world, cookies, request } = await requestForTest();

const send = (changes?: object) => sendConditions(cookies.admin, request.id, changes);
const agree = () => acceptConditions(request.token, 1, { ip: '203.0.113.77' });

test('the panel shows sent conditions until they are accepted', async () => {
  await send();
  browseAs(cookies.payer);
  const pageText = async () => textOf(await renderPage(PanelHome, {}));
  expect(await pageText()).toMatch(
    /Acepta las condiciones Solicitud N\.º\s\d+: Condiciones, versión 1: \$ 45\.000\. Ver/,
  );
  const own = await renderPage(OwnRequestPage, { id: `${request.submissionId}` });
  expect(textOf(own)).toContain('Sale en 24 horas');
  await agree();
  expect(await pageText()).not.toContain('Condiciones, versión 1');
});

describe('what is stored of conditions', () => {
  test('is in the person’s export: each version, its acceptance and the IP', async () => {
    await send();
    await agree();
    const options = { cookies: cookies.payer };
    const response = await api('/api/account/export', options);
    const files = unzip(Buffer.from(await response.arrayBuffer()));
    const { requests } = JSON.parse(String(files.get('datos.json')));
    expect(requests[0].history).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'accepted', version: 1, address: '203.0.113.77' }),
        expect.objectContaining({ kind: 'conditions', version: 1, issuer: 'Aseguradora Andes' }),
      ]),
    );
  });

  const confirm = (path: string, as: 'admin' | 'payer', form: Record<string, string> = {}) =>
    postForm(`${path}/borrar/confirmar`, { form, cookies: cookies[as] });
  const confirmation = publicBody.email;
  const eraseLead = () => confirm(`/admin/leads/${request.id}`, 'admin', { confirmation });

  test.each<[string, () => Promise<unknown>]>([
    ['the lead', eraseLead],
    ['the address', () => confirm('/admin', 'admin', { correo: confirmation, confirmation })],
    ['the request', () => confirm(`/panel/solicitudes/${request.submissionId}`, 'payer')],
    [
      'the account',
      () => {
        const json = { password: PASSWORD, sent: 'erase' };
        return api('/api/account/delete', { json, cookies: cookies.payer });
      },
    ],
    [
      'retention',
      () => {
        world.advance((retentionDays.request + 1) * DAY);
        return jobs.erasures(world.now());
      },
    ],
  ])('is gone after an erasure of %s, and no mail about it is sent', async (_, erase) => {
    await send({ issuer: 'Qzissuer', terms: 'Qzterms' });
    await agree();
    const words = ['Qzissuer', 'Qzterms', '203.0.113.77'];
    expect(await rowsContaining(words)).not.toEqual([]);
    await erase();
    expect(await rowsContaining(words)).toEqual([]);
    await deliverDue();
    const subjects = mailboxFilesIn(world.dataDir).map(({ subject }) => subject);
    expect(subjects.join()).not.toContain('ondiciones');
    expect(await getDb().read.select().from(paymentRequests)).toMatchObject([
      { email: '', description: '' },
    ]);
    expect(await rowProblems()).toEqual([]);
  });

  test('cannot be accepted after the request was erased', async () => {
    await send();
    await eraseLead();
    expect(await agree()).toContain('error=');
    expect(await getDb().read.select().from(paymentRequests)).toEqual([]);
    expect(await eventsOf(request.id)).not.toContainEqual(
      expect.objectContaining({ kind: 'accepted' }),
    );
  });
});
