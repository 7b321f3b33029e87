import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { GET as getPdf } from '#app/comprobante/[token]/pdf/route.ts';
import { checkRows } from '#lib/background/check-rows.ts';
import { codeOf, isCodeCorrect } from '#lib/domain/accounts/rules.ts';
import { calendarUrl } from '#lib/domain/alerts/view.ts';
import { reencryptTotpSecrets } from '#lib/domain/factors/writes/reencrypt-secrets.ts';
import { emailHash, mailedToCondition } from '#lib/domain/links/reads.ts';
import { checkCsrf, mintCsrfToken } from '#lib/http/api/csrf.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { alertSettings } from '#lib/platform/db/schema/alerts.ts';
import { totpSecrets } from '#lib/platform/db/schema/factors.ts';
import { links } from '#lib/platform/db/schema/links.ts';
import { decryptText, encryptText } from '#lib/platform/security/encrypted-text.ts';
import { signedToken, verifySignedToken } from '#lib/platform/security/secrets.ts';
import { createTicket, openTicket } from '#lib/platform/security/tickets.ts';
import { getAccount, makeAccount, makeUser } from '#tests/support/accounts.ts';
import { requestPasswordReset, resetPassword, resetTokenFor } from '#tests/support/auth-calls.ts';
import { api, call } from '#tests/support/call.ts';
import { insertLink, shownLinkToken } from '#tests/support/mailed-links.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { samples } from '#tests/support/sample-files.ts';
import { addDocument, createShare, listShares, openSharePage } from '#tests/support/shares.ts';
import { submitRequest } from '#tests/support/submissions.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

/** Changes the secrets as a restart does. */
function restart(appSecret: string, ...before: string[]): void {
  Object.assign(getEnv(), { appSecret, previousAppSecrets: before });
}

const FIRST = 'x'.repeat(40);
const SECOND = 'y'.repeat(40);
const THIRD = 'z'.repeat(40);

/** Returns what people hold under the first secret, and a check that each still works. */
async function held() {
  const owner = await makeUser();
  const { fileId } = await addDocument(owner.id, { bytes: samples.pdf });
  const { shortUrl } = await (await createShare(owner, { documentKey: fileId })).json();
  const receipt = await shownLinkToken(
    'receipt',
    (await (await submitRequest(publicBody)).json()).data.submissionId,
  );
  const { id: accountId, email } = await makeAccount({ email: 'otra@constructora.cl' });
  await requestPasswordReset(email);
  const reset = await resetTokenFor(email);
  await insertLink('receipt', 0, { mailedTo: emailHash('libre@constructora.cl') });
  await getDb().write((tx) => tx.insert(alertSettings).values({ accountId, calendarId: 'cal-1' }));
  const calendar = calendarUrl('cal-1').split('/').at(-1) ?? '';
  const code = codeOf('fila-1');
  const csrf = mintCsrfToken(world.now());
  const draft = signedToken('draft', 'borrador.1');
  const timed = createTicket('share-password', ['enlace'], world.now() + 1000);
  return async () => ({
    receipt: (await call(getPdf, `/comprobante/${receipt}/pdf`, { params: { token: receipt } }))
      .status,
    short: (await openSharePage(shortUrl)).status,
    shown: (await (await listShares(owner)).json()).data[0].shortUrl === shortUrl,
    calendar: (await api(`/api/documents/calendar/${calendar}`)).status,
    code: isCodeCorrect('fila-1', code.toLowerCase()),
    csrf: isAccepted(csrf),
    draft: verifySignedToken('draft', draft),
    timed: openTicket('share-password', timed, world.now())?.[0] === 'enlace',
    mailed: (await getDb().read.$count(links, mailedToCondition('Libre@constructora.cl'))) === 1,
    reset: async () => (await resetPassword(reset, 'otro gato en el tejado')).status,
    account: (await getAccount(email)).id === accountId,
  });
}

function isAccepted(csrf: string): boolean {
  const headers = { cookie: `csrf-token=${csrf}`, 'x-csrf-token': csrf };
  try {
    checkCsrf(new Request('http://localhost:3000/', { headers }), null, world.now());
    return true;
  } catch {
    return false;
  }
}

const goesOn = {
  ...{ receipt: 200, short: 200, shown: true, calendar: 200, code: true, csrf: true },
  ...{ draft: 'borrador.1', timed: true, mailed: true, account: true },
};
const ended = {
  ...{ receipt: 404, short: 410, shown: false, calendar: 404, code: false, csrf: false },
  ...{ draft: null, timed: false, mailed: false, account: true },
};

test('while the previous secret is configured, what it signed still works, and new things get the new secret', async () => {
  const look = await held();
  expect(await look()).toMatchObject(goesOn);
  const before = signedToken('receipt', 'a');
  restart(SECOND, FIRST);
  expect(await look()).toMatchObject(goesOn);
  expect(signedToken('receipt', 'a')).not.toBe(before);
  expect(isCodeCorrect('fila-1', codeOf('fila-1'))).toBe(true);
  const fresh = signedToken('receipt', 'a');
  restart(THIRD, SECOND, FIRST);
  expect(await look()).toMatchObject(goesOn);
  expect(verifySignedToken('receipt', fresh)).toBe('a');
  // A token of another purpose fails, and so do halves of two.
  expect(verifySignedToken('lead-receipt', fresh)).toBeNull();
  expect(await (await look()).reset()).toBe(200);
});

test('without the previous secret its links and codes end, accounts stay, and newer signatures still work', async () => {
  const look = await held();
  restart(SECOND, FIRST);
  const fresh = signedToken('receipt', 'a');
  restart(SECOND);
  expect(await look()).toMatchObject(ended);
  expect(verifySignedToken('receipt', fresh)).toBe('a');
  expect(await (await look()).reset()).toBe(400);
});

test('secrets of second factors are encrypted again, and the doctor reports those that do not open', async () => {
  const accounts = ['una@constructora.cl', 'otra@constructora.cl'];
  const ids: string[] = [];
  for (const email of accounts) ids.push((await makeAccount({ email })).id);
  const put = (accountId = '', secret = encryptText('totp', accountId, `JBSWY3DP${accountId}`)) =>
    getDb().write((tx) =>
      tx.insert(totpSecrets).values({ accountId, secret, createdAt: 0, lastStep: 0 }),
    );
  await put(ids[0]);
  // The secret of the first account is in the row of the second.
  await put(ids[1], encryptText('totp', ids[0] ?? '', 'JBSWY3DP'));
  restart(SECOND, FIRST);
  await reencryptTotpSecrets();
  restart(SECOND);
  const [row] = await getDb()
    .read.select()
    .from(totpSecrets)
    .where(eq(totpSecrets.accountId, ids[0] ?? ''));
  expect(decryptText('totp', ids[0] ?? '', row?.secret ?? '')).toBe(`JBSWY3DP${ids[0]}`);
  expect((await checkRows()).problems).toEqual([
    { problem: 'secret of a second factor that does not open', id: ids[1] },
  ]);
});
