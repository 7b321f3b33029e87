import { expect, test } from 'vitest';
import { addDocument, makeMember, open, openPage, shareToken } from '#tests/support/shares.ts';
import { expectAlike } from '#tests/support/timing.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });

test.each([
  ['a page', openPage],
  ['JSON', open],
])('a link that ended takes as long as one that never was, as %s', async (_, ask) => {
  const ana = await makeMember();
  const { fileId } = await addDocument(ana.id);
  const ended = await shareToken(ana, { documentKey: fileId, expiresInHours: 1 });
  world.advance(2 * 60 * 60 * 1000);
  const way = (token: string, status: number) => async () => {
    const response = await ask(token);
    await response.text();
    expect(response.status).toBe(status);
  };
  await expectAlike('ended and unknown link', [way(ended, 410), way('A'.repeat(43), 404)]);
});
