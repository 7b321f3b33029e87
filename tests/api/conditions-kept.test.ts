import { beforeEach, describe, expect, test } from 'vitest';
import { POST as deleteRoute } from '#app/api/account/delete/route.ts';
import { GET as exportRoute } from '#app/api/account/export/route.ts';
import PanelHome from '#app/panel/page.tsx';
import OwnRequestPage from '#app/panel/solicitudes/[id]/page.tsx';
import { jobs } from '#lib/background/sweeper.ts';
import { keptDays } from '#lib/domain/privacy/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { paymentRequests } from '#lib/platform/db/schema/payments.ts';
import { PASSWORD } from '#tests/support/accounts.ts';
import { makeAdvisor, newSession } from '#tests/support/advisors.ts';
import { getAccount } from '#tests/support/auth-calls.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { call } from '#tests/support/call.ts';
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
const accepted = async () => (await eventsOf(id)).filter(({ kind }) => kind === 'accepted').length;

describe('with an account', () => {
  test('they wait in the panel and are accepted there, by who sent the request alone', async () => {
    await offer(admin, id);
    askAs(payer);
    expect(text(await show(PanelHome, {}))).toMatch(
      /Condiciones por aceptar: solicitud N\.º\s\d+ \$ 45\.000, Aseguradora Andes\. Revisar/,
    );
    const path = `/panel/solicitudes/${submissionId}`;
    const own = await show(OwnRequestPage, { id: `${submissionId}` });
    expect(own).toContain(`action="/f${path}/condiciones"`);
    const press = (cookies: Record<string, string>) =>
      postForm(`${path}/condiciones`, { form: { version: '1' }, cookies });
    const stranger = await newSession((await getAccount('jefa@resguardo.cl')).id, 'admin');
    expect((await press(stranger)).headers.get('location')).toContain('error=not_found');
    expect((await press({})).headers.get('location')).toContain('error=no_session');
    expect(await accepted()).toBe(0);
    expect((await press(payer)).headers.get('location')).toBe(`${path}#condiciones`);
    const { id: actor } = await getAccount('ana@constructora.cl');
    expect(await eventsOf(id)).toContainEqual(expect.objectContaining({ kind: 'accepted', actor }));
    expect(text(await show(OwnRequestPage, { id: `${submissionId}` }))).toContain('Pagar $ 45.000');
    expect(text(await show(PanelHome, {}))).not.toContain('por aceptar');
  });
});

describe('what is left of them', () => {
  test('in the export of the person: versions, acceptance and from where', async () => {
    await offer(admin, id);
    await accept(token, 1, { address: '203.0.113.77' });
    const response = await call(exportRoute, '/api/account/export', { cookies: payer });
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
        call(deleteRoute, '/api/account/delete', {
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
