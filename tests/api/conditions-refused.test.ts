import { expect, test } from 'vitest';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import { moveRequest } from '#lib/domain/leads/writes.ts';
import { getDb } from '#lib/platform/db/client.ts';
import type { RequestState } from '#lib/platform/request-states.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { accept, offer } from '#tests/support/conditions.ts';
import { rowProblems } from '#tests/support/erasure.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { shownToken } from '#tests/support/links.ts';
import { askAs, show } from '#tests/support/page-request.ts';
import { finish, logInPayer, startOfRequest } from '#tests/support/payments.ts';
import { postForm } from '#tests/support/post-form.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { worldForTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
const world = worldForTest({ ...webpay.variables, RATE_LIMITS: 'off' });

test.each([
  ['is paid no more once the request is refused', false],
  ['is paid to its end where it is being paid then', true],
])('what was accepted %s', async (_, isBegun) => {
  await logInPayer(webpay);
  askAs({});
  const { id, submissionId } = await sendRequest(publicBody);
  const token = await shownToken('receipt', submissionId);
  await offer((await makeAdvisor('jefa@resguardo.cl')).cookies, id);
  await accept(token, 1);
  const page = () => show(ReceiptPage, { token });
  const linkIn = (html: string) => /href="(\/pagar\/[^"]+)"/.exec(html)?.[1];
  const link = linkIn(await page());
  const pay = async () =>
    (await postForm(`${link}/crear`, { form: {} })).headers.get('location') ?? '';
  const begun = isBegun ? await startOfRequest({}, link?.split('/pagar/')[1] ?? '') : null;
  const move = async (to: RequestState) => {
    world.advance(1000);
    const at = world.now();
    await getDb().write((tx) => moveRequest(tx, { leadId: id, to, actor: 'crm', at, now: at }));
  };
  await move('rechazada');
  expect(link).toBeDefined();
  expect(linkIn(await page())).toBe(isBegun ? link : undefined);
  if (begun) await finish(webpay, begun, 'abort');
  expect(linkIn(await page())).toBeUndefined();
  expect(await pay()).not.toMatch(/^\/pagar\/ir\//);
  await move('en_revision');
  expect(linkIn(await page())).toBe(link);
  expect(await pay()).toMatch(/^\/pagar\/ir\//);
  expect(await rowProblems()).toEqual([]);
});

test('what is being refused is not to be accepted in the minute before that is told', async () => {
  askAs({});
  const { id, submissionId } = await sendRequest(publicBody);
  const token = await shownToken('receipt', submissionId);
  const { cookies } = await makeAdvisor('jefa@resguardo.cl');
  await offer(cookies, id);
  const page = () => show(ReceiptPage, { token });
  expect(await page()).toContain('Acepto estas condiciones');
  await postForm(`/admin/leads/${id}/estado`, { form: { state: 'rechazada' }, cookies });
  const waiting = await page();
  expect(waiting).toContain('Tu asesor está actualizando esta solicitud.');
  expect(waiting).not.toContain('Acepto estas condiciones');
  expect(waiting).not.toContain('Rechazada');
  world.advance(2 * 60_000);
  const told = await page();
  expect(told).toContain('Rechazada');
  expect(told).not.toContain('Tu asesor está actualizando');
});
