import { expect, test } from 'vitest';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import { moveRequest } from '#lib/domain/leads/writes.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { accept, offer } from '#tests/support/conditions.ts';
import { rowProblems } from '#tests/support/erasure.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { shownToken } from '#tests/support/links.ts';
import { askAs, show } from '#tests/support/page-request.ts';
import { logInPayer } from '#tests/support/payments.ts';
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
  if (isBegun) expect(await pay()).toMatch(/^\/pagar\/ir\//);
  const at = world.now();
  await getDb().write((tx) =>
    moveRequest(tx, { leadId: id, to: 'rechazada', actor: 'crm', at, now: at }),
  );
  expect(link).toBeDefined();
  expect(linkIn(await page())).toBe(isBegun ? link : undefined);
  if (!isBegun) expect(await pay()).not.toMatch(/^\/pagar\/ir\//);
  expect(await rowProblems()).toEqual([]);
});
