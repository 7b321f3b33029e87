import { expect, test } from 'vitest';
import { runChaos } from '#tools/chaos/chaos.ts';

/** `npm run chaos` kills 100 times. */
const KILLS = 2;

test('kill -9 during writes of every kind loses nothing and leaves nothing half done', async () => {
  const { faults, doctor, acknowledged } = await runChaos(KILLS);
  expect(faults).toEqual([]);
  expect(doctor).toMatch(/clean\.$/);
  expect(acknowledged).toBeGreaterThan(KILLS * 10);
});
