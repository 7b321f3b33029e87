import { beforeEach, describe, expect, test } from 'vitest';
import EmailPage from '#app/panel/perfil/correo/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import {
  codeFor,
  getAccount,
  type Member,
  makeAccount,
  makeUser,
  personBody,
} from '#tests/support/accounts.ts';
import {
  logIn,
  refusalBodyOf,
  refusalWith,
  register,
  verifyEmail,
} from '#tests/support/auth-calls.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import {
  changeEmail,
  confirmEmailChange,
  emailChangeCode,
  mailsTo,
  NEW_EMAIL,
  requestEmailChange,
} from '#tests/support/email-change.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm, redirectOf } from '#tests/support/post-form.ts';
import { expectSimilarTimes } from '#tests/support/timing.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });
const TAKEN = 'eva@otra.cl';
let ana: Member;
beforeEach(async () => {
  ana = await makeUser();
});

describe('a new address that belongs to another account', () => {
  test('is answered like a free one by page, API and form; its owner gets a short mail without a code', async () => {
    await makeAccount({ email: TAKEN });
    const seen = async (email: string) => {
      const { requestId: _, ...reply } = await (
        await requestEmailChange(ana.cookies, email)
      ).json();
      await deliverDue();
      browseAs(ana.cookies);
      const page = textOf(await renderPage(EmailPage, {}));
      const again = await (await requestEmailChange(ana.cookies, email)).json();
      const wrong = await (await confirmEmailChange(ana.cookies, 'AAAAAA')).json();
      const form = await postForm('/panel/perfil/correo/pedir', {
        form: { email },
        cookies: ana.cookies,
      });
      const sentMails = {
        reply,
        page,
        again: again.message,
        wrong: wrong.error,
        way: redirectOf(form),
      };
      return JSON.stringify(sentMails).replaceAll(email, 'X');
    };
    expect(await seen(TAKEN)).toBe(await seen('nadie@otra.cl'));
    const [mail, ...others] = await mailsTo(TAKEN);
    expect(mail?.subject).toBe('Este correo ya es de otra cuenta en Resguardo');
    expect(JSON.stringify(mail)).not.toMatch(/ana@|Ana|código/);
    expect(others).toEqual([]);
    expect((await mailsTo('nadie@otra.cl'))[0]?.subject).toMatch(/ es tu código /);
  });

  test('takes as long to answer as a free one', async () => {
    await makeAccount({ email: TAKEN });
    let n = 0;
    await expectSimilarTimes('change of address, taken and free', [
      async () => {
        await requestEmailChange(ana.cookies, `libre-${n++}@otra.cl`);
        return (await requestEmailChange(ana.cookies, TAKEN)).text();
      },
      async () => {
        await requestEmailChange(ana.cookies, `libre-${n++}@otra.cl`);
        return (await requestEmailChange(ana.cookies, 'nadie@otra.cl')).text();
      },
    ]);
  });

  test('stays with the account that took it after the code was mailed, and the change ends', async () => {
    await requestEmailChange(ana.cookies, TAKEN);
    const code = await emailChangeCode(TAKEN);
    const eva = await makeAccount({ email: TAKEN });
    expect(await refusalBodyOf(await confirmEmailChange(ana.cookies, code))).toEqual(
      refusalWith(409, 'email_taken'),
    );
    expect((await getAccount(TAKEN)).id).toBe(eva.id);
    expect((await getAccount(personBody.email)).id).toBe(ana.id);
    browseAs(ana.cookies);
    expect(await renderPage(EmailPage, {})).toContain('Correo nuevo');
  });

  test('goes to the account that confirms its code when it was never verified', async () => {
    await register({ email: TAKEN });
    const code = await codeFor(TAKEN);
    await changeEmail(ana.cookies, TAKEN);
    expect((await getAccount(TAKEN)).id).toBe(ana.id);
    expect(await getDb().read.$count(accounts)).toBe(1);
    expect((await logIn({ email: TAKEN })).status).toBe(200);
    await verifyEmail(TAKEN, code);
    expect((await getAccount(TAKEN)).id).toBe(ana.id);
  });
});

test('one account can mail ten codes a day to one mailbox; the eleventh is refused', async () => {
  await world.reopen({});
  const member = await makeUser();
  for (let n = 0; n < 10; n++) {
    expect((await requestEmailChange(member.cookies)).status).toBe(200);
    await deliverDue();
    world.advance(61_000);
  }
  const refusal = await refusalBodyOf(await requestEmailChange(member.cookies));
  expect(refusal).toMatchObject({ status: 429, error: 'rate_limited' });
  expect((await mailsTo(NEW_EMAIL)).length).toBe(10);
});
