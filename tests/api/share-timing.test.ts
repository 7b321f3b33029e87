import { expect, test } from 'vitest';
import { makeUser } from '#tests/support/accounts.ts';
import {
  addDocument,
  createShare,
  openShare,
  openSharePage,
  visitShare,
} from '#tests/support/shares.ts';
import { expectSimilarTimes } from '#tests/support/timing.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });

/** Allowed ratio: the page of an ended link renders a form, that of an unknown link does not. */
const DRAWN = 1.7;

test.each([
  ['a page', visitShare, 'shareUrl', 43, DRAWN],
  ['JSON', openShare, 'shareUrl', 43, 1.3],
  ['a short address', openSharePage, 'shortUrl', 25, DRAWN],
] as const)(
  'a link that ended is answered in the same time as one that never existed, as %s',
  async (_, ask, url, length, most) => {
    const ana = await makeUser();
    const { fileId } = await addDocument(ana.id);
    const newShare = await (
      await createShare(ana, { documentKey: fileId, expiresInHours: 1 })
    ).json();
    const ended = newShare[url].split('/').at(-1);
    world.advance(2 * 60 * 60 * 1000);
    const way = (token: string, status: number) => async () => {
      const response = await ask(token);
      await response.text();
      expect(response.status).toBe(status);
    };
    const ways = [way(ended, 410), way('a'.repeat(length), 404)] as const;
    await expectSimilarTimes('ended and unknown link', ways, { most });
  },
);
