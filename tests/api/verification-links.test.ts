import { expect, test } from 'vitest';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { recordOwnIssued, reportEvent } from '#tests/support/issued.ts';
import {
  bodyOf,
  changeVerificationCode,
  openCodePage,
  verifyCode,
} from '#tests/support/verification.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });
const ana: Member = forEachTest(() => makeUser());

/** Makes a guarantee in force and the one that follows it, and beside them two of another kind. */
async function chain() {
  const own = (issuerNumber: string, validFrom: string, validTo: string) =>
    recordOwnIssued(ana.cookies, { issuerNumber, validFrom, validTo });
  const previous = await own('A-1', '2026-11-01', '2026-12-05');
  const next = await own('A-2', '2026-12-06', '2027-12-05');
  const [other, after] = [
    await own('B-1', '2026-11-01', '2026-12-05'),
    await own('B-2', '2026-12-06', '2027-12-05'),
  ];
  await reportEvent(ana.cookies, previous.id, { kind: 'prorrogada', successorId: next.id });
  await reportEvent(ana.cookies, other.id, { kind: 'prorrogada', successorId: after.id });
  return { previous, next };
}

/** Returns the links to other guarantees on the page of a code. */
async function linksOn(code: string): Promise<string[]> {
  const page = await bodyOf(openCodePage(code));
  return [...page.matchAll(/href="\/v\/([^"/#]+)"/g)].flatMap(([, linked]) => linked ?? []);
}

test.each([
  ['the one before it', 'next', 'previous'],
  ['the one that replaces it', 'previous', 'next'],
] as const)(
  'the page of a code links to %s only while that one has a live code',
  async (_, of, linked) => {
    const records = await chain();
    const { verificationCode: code } = records[of];
    const target = records[linked];
    expect(await linksOn(code)).toEqual([target.verificationCode]);
    for (const action of ['renew', 'renew', 'end', 'renew'] as const) {
      const { data } = await (await changeVerificationCode(ana.cookies, target.id, action)).json();
      expect(await linksOn(code), action).toEqual(data.code ? [data.code] : []);
      if (data.code) expect((await verifyCode(data.code)).status).toBe(200);
      else expect(await bodyOf(openCodePage(code))).toContain('pídelo a quien te la entregó');
    }
  },
);
