import { beforeEach, describe, expect, test } from 'vitest';
import PanelHome from '#app/panel/page.tsx';
import OwnRequestPage from '#app/panel/solicitudes/[id]/page.tsx';
import { jobs } from '#lib/background/sweeper.ts';
import { keptDays } from '#lib/domain/privacy/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { paymentRequests } from '#lib/platform/db/schema/payments.ts';
import { PASSWORD } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { api } from '#tests/support/call.ts';
import { accept, offer } from '#tests/support/conditions.ts';
import { rowProblems, whereIn } from '#tests/support/erasure.ts';
import { eventsOf, sendRequest } from '#tests/support/leads.ts';
import { shownToken } from '#tests/support/links.ts';
import { filesIn } from '#tests/support/mailbox-files.ts';
import { askAs, show } from '#tests/support/page-request.ts';
import { deliver, logInPayer } from '#tests/support/payments.ts';
import { postForm } from '#tests/support/post-form.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { unzip } from '#tests/support/unzip.ts';
import { worldForTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
const world = worldForTest({
  ...webpay.variables,
  RATE_LIMITS: 'off',
  MAIL_INTERNAL_TO: 'equipo@resguardo.cl',
});
const DAY = 86_400_000;
let admin: Record<string, string>;
let payer: Record<string, string>;
let id: number;
let submissionId: number;
let token: string;
beforeEach(async () => {
  payer = await logInPayer(webpay);
  askAs({});
  admin = (await makeAdvisor('jefa@resguardo.cl')).cookies;
  ({ id, submissionId } = await sendRequest(publicBody));
  token = await shownToken('receipt', submissionId);
});

const text = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
test('with an account they are told in the panel, until they are accepted', async () => {
  await offer(admin, id);
  askAs(payer);
  const told = async () => text(await show(PanelHome, {}));
  expect(await told()).toMatch(
    /por tu solicitud N\.º\s\d+ Condiciones, versión 1: \$ 45\.000\. El/,
  );
  expect(text(await show(OwnRequestPage, { id: `${submissionId}` }))).toContain('Sale en 24 horas');
  await accept(token, 1);
  expect(await told()).not.toContain('Condiciones, versión 1');
});

describe('what is left of them', () => {
  test('in the export of the person: versions, acceptance and from where', async () => {
    await offer(admin, id);
    await accept(token, 1, { address: '203.0.113.77' });
    const response = await api('/api/account/export', { cookies: payer });
    const files = unzip(Buffer.from(await response.arrayBuffer()));
    const { requests } = JSON.parse(String(files.get('datos.json')));
    expect(requests[0].history).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'accepted', version: 1, address: '203.0.113.77' }),
        expect.objectContaining({ kind: 'conditions', version: 1, issuer: 'Aseguradora Andes' }),
      ]),
    );
  });

  test.each([
    [
      'the lead',
      () => postForm(`/admin/leads/${id}/borrar/confirmar`, { form: {}, cookies: admin }),
    ],
    [
      'the address',
      () =>
        postForm('/admin/borrar/confirmar', {
          form: { correo: publicBody.email },
          cookies: admin,
        }),
    ],
    [
      'the request',
      () =>
        postForm(`/panel/solicitudes/${submissionId}/borrar/confirmar`, {
          form: {},
          cookies: payer,
        }),
    ],
    [
      'the account',
      () =>
        api('/api/account/delete', {
          json: { password: PASSWORD, sent: 'erase' },
          cookies: payer,
        }),
    ],
    [
      'retention',
      () => {
        world.advance((keptDays.request + 1) * DAY);
        return jobs.erasures(world.now());
      },
    ],
  ])('after an erasure of %s: nothing that names them, and no mail', async (_, erase) => {
    await offer(admin, id, { issuer: 'Qzissuer', terms: 'Qzterms' });
    await accept(token, 1, { address: '203.0.113.77' });
    expect(await whereIn(['Qzissuer', 'Qzterms', '203.0.113.77'])).not.toEqual([]);
    await erase();
    expect(await whereIn(['Qzissuer', 'Qzterms', '203.0.113.77'])).toEqual([]);
    await deliver();
    expect(
      filesIn(world.dataDir)
        .map(({ subject }) => subject)
        .join(),
    ).not.toContain('ondiciones');
    expect(await getDb().read.select().from(paymentRequests)).toMatchObject([
      { email: '', description: '' },
    ]);
    expect(await rowProblems()).toEqual([]);
  });

  test('a press after that is refused', async () => {
    await offer(admin, id);
    const path = `/admin/leads/${id}/borrar/confirmar`;
    await postForm(path, { form: {}, cookies: admin });
    expect(await accept(token, 1)).toContain('error=');
    expect(await getDb().read.select().from(paymentRequests)).toEqual([]);
    expect(await eventsOf(id)).not.toContainEqual(expect.objectContaining({ kind: 'accepted' }));
  });
});
