import { describe, expect, test } from 'vitest';
import { createLimiter } from '#lib/platform/process/concurrency-limiter.ts';

/** Makes work that ends on demand. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
}

describe('slots for concurrent work', () => {
  test('run two jobs at a time, in the order of asking, also after one that fails', async () => {
    const slots = createLimiter(2);
    const [first, second] = [held(), held()];
    const begun: number[] = [];
    const third = async () => void begun.push(3);
    const failing = slots(first.work).then(() => slots(() => Promise.reject(new Error('no'))));
    const others = [slots(second.work), slots(third), slots(async () => void begun.push(4))];
    expect([slots.countWaiting(), slots.countJobs(), begun]).toEqual([2, 4, []]);
    first.end();
    await expect(failing).rejects.toThrow('no');
    second.end();
    await Promise.all(others);
    expect([slots.countWaiting(), slots.countJobs(), begun]).toEqual([0, 0, [3, 4]]);
  });

  test('refuse a job that waited too long, and never run it', async () => {
    const slots = createLimiter(1, { waitMs: 20, onTimeout: () => new Error('late') });
    const { work, end } = held();
    const running = slots(work);
    let begun = false;
    const late = slots(async () => {
      begun = true;
    });
    await expect(late).rejects.toThrow('late');
    expect(slots.countJobs()).toBe(1);
    end();
    await running;
    expect(begun).toBe(false);
    expect(await slots(async () => 'next')).toBe('next');
  });

  test('serve senders in turn, one file of each at a time', async () => {
    const slots = createLimiter(2);
    const begun: string[] = [];
    const works = Object.fromEntries(['a1', 'b1', 'a2', 'b2', 'a3', 'c1'].map((n) => [n, held()]));
    const send = (name: string) =>
      slots(() => {
        begun.push(name);
        return works[name]?.work() ?? Promise.resolve();
      }, name[0]);
    const end = async (name: string) => {
      works[name]?.end();
      await new Promise(setImmediate);
      return begun.join(' ');
    };
    const all = ['a1', 'a2', 'a3'].map(send);
    expect([begun, slots.countWaiting()]).toEqual([['a1'], 2]);
    all.push(...['b1', 'b2', 'c1'].map(send));
    expect(begun).toEqual(['a1', 'b1']);
    expect(await end('a1')).toBe('a1 b1 c1');
    expect(await end('c1')).toBe('a1 b1 c1 a2');
    expect(await end('b1')).toBe('a1 b1 c1 a2 b2');
    expect(await end('b2')).toBe('a1 b1 c1 a2 b2');
    expect(await end('a2')).toBe('a1 b1 c1 a2 b2 a3');
    works.a3?.end();
    await Promise.all(all);
    expect(slots.countJobs()).toBe(0);
  });

  test('are settled once nothing runs', async () => {
    const slots = createLimiter(1);
    await slots.whenIdle();
    const { work, end } = held();
    const running = Promise.all([slots(work), slots(async () => undefined)]);
    let isSettled = false;
    const settled = slots.whenIdle().then(() => {
      isSettled = true;
    });
    await Promise.resolve();
    expect(isSettled).toBe(false);
    end();
    await running;
    await settled;
    expect(slots.countJobs()).toBe(0);
  });
});
