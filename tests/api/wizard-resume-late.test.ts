import { gt } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { links } from '#lib/platform/db/schema/links.ts';
import { signedToken } from '#lib/platform/secrets.ts';
import { queuedDeliveries } from '#tests/support/submissions.ts';
import { privateAnswers, visitor, WIZARD } from '#tests/support/wizard.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });

test('a link is not made any more for who had the draft when asking, and has lost it meanwhile', async () => {
  const mails = async () => (await queuedDeliveries()).map(({ payload }) => JSON.parse(payload));
  const planter = visitor();
  await planter.save('tipo', privateAnswers.tipo ?? {});
  await planter.mailLink('victima@constructora.cl');
  const token = signedToken('resume', (await mails()).at(-1)?.linkId);
  const victim = visitor();
  const { write } = getDb();
  // All that the planter's request reads before its write is from before the press.
  const held = vi.spyOn(getDb(), 'write').mockImplementationOnce(async (work) => {
    await victim.resume(token);
    return write(work);
  });
  expect(await planter.mailLink('malo@mal.example')).toBe(WIZARD);
  held.mockRestore();
  expect((await mails()).map(({ email }) => email)).toEqual(['victima@constructora.cl']);
  const open = await getDb().read.select().from(links).where(gt(links.endsAt, world.now()));
  expect(open).toEqual([]);
  expect(await victim.draft()).not.toBeNull();
});
