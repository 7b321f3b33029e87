import { expect, test } from 'vitest';
import * as payerOperations from '#lib/domain/payments/payer-operations.ts';
import * as modules from '#lib/http/api/modules.ts';
import { isOperation } from '#lib/platform/operations/operation.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { call } from '#tests/support/call.ts';
import { companyForTest, validForDays } from '#tests/support/company-for-test.ts';
import { recordOwnIssued } from '#tests/support/issued.ts';
import { finishPayment, startPayment } from '#tests/support/payments.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { routeOf } from '#tests/support/routes.ts';
import { addDocument, createShare } from '#tests/support/shares.ts';
import { submitRequest } from '#tests/support/submissions.ts';
import { unzip } from '#tests/support/unzip.ts';
import { worldForTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
const world = worldForTest({ ...webpay.variables, RATE_LIMITS: 'off' });
const people = companyForTest(world);
type Cookies = Record<string, string>;

/**
 * The paths of all that a session may read of its account or company without naming an object. The
 * list of activity is not among them, because it also has the reader's own logins.
 */
const paths = [
  ...Object.values(modules).flatMap((module) => Object.values<unknown>(module)),
  ...Object.values(payerOperations),
]
  .filter(isOperation)
  .filter(({ method, auth, actsFor }) => method === 'GET' && auth === 'signedIn' && !actsFor)
  .map(({ path }) => path)
  .filter((path) => !path.includes('{'))
  .map((path) => path + (path.endsWith('/profile') ? '?type=documents' : ''));

/** Fills the company with one thing of each kind, all of them made by its owner. */
async function fillCompany(): Promise<void> {
  const { id, cookies } = people.olga;
  const { fileId } = await addDocument(id, {
    ...{ category: 'certificado_f30', fileName: 'F30.pdf', ...validForDays(world, 5) },
  });
  await createShare(people.olga, { documentKey: fileId, label: 'Banco' });
  await recordOwnIssued(cookies, { issuerNumber: 'N-1' });
  await submitRequest({ ...publicBody, email: people.olga.email }, { cookies });
  await finishPayment(webpay, await startPayment(cookies), 'approve');
}

/** Returns what an answer says. Of a ZIP, the contents of its files. */
async function answerOf(path: string, cookies: Cookies): Promise<string> {
  const [pathname = ''] = path.split('?');
  const response = await call((await routeOf(pathname)).GET, path, { cookies });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isZip = response.headers.get('content-type') === 'application/zip';
  const text = isZip ? JSON.stringify([...unzip(bytes)]) : bytes.toString();
  return `${response.status} ${text.replace(/"requestId":"[^"]+"/, '')}`;
}

test.each(paths)('a member who acts for a company reads what its owner reads: %s', async (path) => {
  await fillCompany();
  const nora = await makeUser({ email: 'nora@otra.cl' });
  const [owner, member, reader, stranger] = await Promise.all(
    [people.olga, people.eva, people.rita, nora].map(({ cookies }) => answerOf(path, cookies)),
  );
  expect(owner).toMatch(/^200 /);
  expect(member).toBe(owner);
  expect(reader).toBe(owner);
  expect(stranger).not.toBe(owner);
});
