import { afterEach, beforeEach, expect, test } from 'vitest';
import { person } from '#tests/support/accounts.ts';
import { forgot, logIn, makeAccount } from '#tests/support/auth-calls.ts';
import { createWorld, type World } from '#tests/support/world.ts';

const SAMPLES = 200;
const nobody = 'nadie@constructora.cl';
let world: World;
beforeEach(async () => {
  world = createWorld({ RATE_LIMITS: 'off' });
  await makeAccount();
});
afterEach(() => world.close());

/** Medians in ms of both ways, taken in turns so that a busy machine slows them alike. */
async function compare(one: () => Promise<Response>, other: () => Promise<Response>) {
  const times: [number[], number[]] = [[], []];
  await one();
  await other();
  for (let i = 0; i < SAMPLES * 2; i++) {
    const way = i % 2 === 0 ? one : other;
    const started = performance.now();
    await (await way()).text();
    times[i % 2 === 0 ? 0 : 1].push(performance.now() - started);
  }
  const median = (values: number[]) => values.sort((a, b) => a - b)[SAMPLES / 2] ?? Number.NaN;
  return [median(times[0]), median(times[1])] as const;
}

/** Reports, and fails on a gross difference only: noise is the machine's, not ours. */
function expectAlike(what: string, [a, b]: readonly [number, number]): void {
  console.info(`${what}: ${a.toFixed(2)} and ${b.toFixed(2)} ms, medians of ${SAMPLES}`);
  expect(Math.max(a, b) / Math.min(a, b), what).toBeLessThan(1.3);
}

test('a login takes as long for an unknown e-mail as for a wrong password', async () => {
  const password = 'otra clave larga';
  const medians = await compare(
    () => logIn({ password }),
    () => logIn({ email: nobody, password }),
  );
  expectAlike('login, wrong password and unknown e-mail', medians);
}, 180_000);

test('asking for a link takes as long for an unknown e-mail as for a known one', async () => {
  const medians = await compare(
    () => forgot(person.email),
    () => forgot(nobody),
  );
  expectAlike('forgot-password, known and unknown e-mail', medians);
}, 180_000);
