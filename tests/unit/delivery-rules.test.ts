import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verdictOnFailure, waitAfter } from '#lib/domain/deliveries/rules.ts';

describe('the wait before the next attempt of a delivery', () => {
  test('grows from two seconds to twelve hours', () => {
    const seconds = Array.from({ length: 11 }, (_, i) => waitAfter(i + 1, 0.5) / 1000);
    expect(seconds).toEqual([2, 10, 30, 120, 600, 1800, 3600, 10800, 21600, 43200, 43200]);
  });

  test('varies randomly by at most a fifth', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 11 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (attempts, random) => {
          const ratio = waitAfter(attempts, random) / waitAfter(attempts, 0.5);
          expect(ratio).toBeGreaterThanOrEqual(0.799);
          expect(ratio).toBeLessThanOrEqual(1.201);
        },
      ),
    );
  });
});

describe('the stored failure of a delivery', () => {
  test('contains no message of the error', () => {
    const secret = 'juan@ejemplo.cl';
    for (const thrown of [new Error(secret), secret, { message: secret }, new TypeError(secret)]) {
      expect(JSON.stringify(verdictOnFailure(thrown, 1, 0, 0.5))).not.toContain(secret);
    }
  });
});
