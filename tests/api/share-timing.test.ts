import { afterEach, beforeEach, expect, test } from 'vitest';
import { addDocument, makeMember, open, openPage, shareToken } from '#tests/support/shares.ts';
import { createWorld, type World } from '#tests/support/world.ts';

const SAMPLES = 300;
let world: World;
beforeEach(() => {
  world = createWorld({ RATE_LIMITS: 'off' });
});
afterEach(() => world.close());

test.each([
  ['a page', openPage],
  ['JSON', open],
])(
  'a link that ended takes as long as one that never was, as %s',
  async (_, ask) => {
    const ana = await makeMember();
    const { fileId } = await addDocument(ana.id);
    const ended = await shareToken(ana, { documentKey: fileId, expiresInHours: 1 });
    world.advance(2 * 60 * 60 * 1000);
    const times: [number[], number[]] = [[], []];
    const ways = [
      [ended, 410],
      ['A'.repeat(43), 404],
    ] as const;
    for (let n = 0; n < SAMPLES * 2 + 20; n += 1) {
      const [token, status] = ways[n % 2 === 0 ? 0 : 1];
      const started = performance.now();
      const response = await ask(token);
      await response.text();
      if (n >= 20) times[n % 2 === 0 ? 0 : 1].push(performance.now() - started);
      expect(response.status).toBe(status);
    }
    const [a = 0, b = 0] = times.map((values) => values.sort((x, y) => x - y)[SAMPLES / 2] ?? 0);
    console.info(`ended and unknown link: ${a.toFixed(2)} and ${b.toFixed(2)} ms, medians`);
    expect(Math.max(a, b) / Math.min(a, b)).toBeLessThan(1.3);
  },
  120_000,
);
