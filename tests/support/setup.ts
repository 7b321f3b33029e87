import { afterEach, beforeEach, expect, vi } from 'vitest';
import { leaveUnread } from '#tests/support/call.ts';

/** A test that writes to console.error has found something undecided. */
beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(async () => {
  await leaveUnread();
  const calls = vi.mocked(console.error).mock.calls;
  vi.restoreAllMocks();
  expect(calls).toEqual([]);
});
