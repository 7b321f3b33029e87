import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AnyOperation } from '#lib/platform/operation.ts';
import { cases } from '#tests/support/fuzz/cases.ts';
import { checkAnswer } from '#tests/support/fuzz/checks.ts';
import { documented, find } from '#tests/support/fuzz/document.ts';
import { createPlace, type Place } from '#tests/support/fuzz/place.ts';
import { type FuzzRequest, requestsTo, type Shape } from '#tests/support/fuzz/requests.ts';
import { fuzz, RUNS } from '#tests/support/fuzz/run.ts';
import { send } from '#tests/support/fuzz/send.ts';
import { createTallies } from '#tests/support/fuzz/tally.ts';

/**
 * Made from our own OpenAPI document: valid, nearly valid and hostile requests for every operation,
 * judged by that document. `npm run fuzz` sends 100,000.
 */
const file = 'tests/api/fuzz.test.ts';
const runs = Math.ceil((RUNS * 0.6) / documented.length);
const tallies = createTallies('operations');

let place: Place;
beforeAll(async () => {
  place = await createPlace();
});
beforeEach(() => place.renew());
afterAll(async () => {
  tallies.save();
  await place.close();
});

async function tryOut(op: AnyOperation, shape: Shape, request: FuzzRequest): Promise<void> {
  const sent = await send(op, shape, request, place);
  const { status } = sent.response;
  tallies.count(`${op.method} ${op.path}`, status, sent.ms, request.mode === 'valid');
  await checkAnswer(op, shape, request, sent, find);
}

describe.each(documented)('%s', (name, op, shape) => {
  test('answers whatever comes as declared, and takes what is valid', async () => {
    await fuzz(requestsTo(shape, find), (request) => tryOut(op, shape, request), {
      file,
      name,
      runs,
    });
    const { valid = 0, accepted = 0 } = tallies.of(name) ?? {};
    if (process.env.FUZZ_SHOW)
      console.log(name, accepted, valid, JSON.stringify(tallies.of(name)?.statuses));
    expect({ valid, share: accepted / Math.max(valid, 1) }).toMatchObject({ share: 1 });
  });

  const kept = cases.filter((one) => one.operation === name);
  test.each(kept)('still holds for $what', ({ request }) => tryOut(op, shape, JSON.parse(request)));
});
