import { expect, test } from 'vitest';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { recordedOwn, say } from '#tests/support/issued.ts';
import { bodyOf, changeCode, openCode, verify } from '#tests/support/verification.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });
const ana: Member = forEachTest(() => makeUser());

/** Makes a guarantee in force and the one that follows it, and beside them two of another kind. */
async function chain() {
  const own = (issuerNumber: string, validFrom: string, validTo: string) =>
    recordedOwn(ana.cookies, { issuerNumber, validFrom, validTo });
  const former = await own('A-1', '2026-11-01', '2026-12-05');
  const next = await own('A-2', '2026-12-06', '2027-12-05');
  const [other, after] = [
    await own('B-1', '2026-11-01', '2026-12-05'),
    await own('B-2', '2026-12-06', '2027-12-05'),
  ];
  await say(ana.cookies, former.id, { kind: 'prorrogada', successorId: next.id });
  await say(ana.cookies, other.id, { kind: 'prorrogada', successorId: after.id });
  return { former, next };
}

/** Returns the links to other guarantees on the page of a code. */
async function linksOn(code: string): Promise<string[]> {
  const page = await bodyOf(openCode(code));
  return [...page.matchAll(/href="\/v\/([^"/#]+)"/g)].flatMap(([, linked]) => linked ?? []);
}

test.each([
  ['the one before it', 'next', 'former'],
  ['the one that replaces it', 'former', 'next'],
] as const)(
  'the page of a code links to %s only while that one has a live code',
  async (_, of, linked) => {
    const records = await chain();
    const { verificationCode: code } = records[of];
    const target = records[linked];
    expect(await linksOn(code)).toEqual([target.verificationCode]);
    for (const action of ['renew', 'renew', 'end', 'renew'] as const) {
      const { data } = await (await changeCode(ana.cookies, target.id, action)).json();
      expect(await linksOn(code), action).toEqual(data.code ? [data.code] : []);
      if (data.code) expect((await verify(data.code)).status).toBe(200);
      else expect(await bodyOf(openCode(code))).toContain('pídelo a quien te la entregó');
    }
  },
);
