import { afterEach, beforeEach, expect, vi } from 'vitest';

/** A test that writes to console.error has found something nobody decided. */
beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  const calls = vi.mocked(console.error).mock.calls;
  vi.restoreAllMocks();
  expect(calls).toEqual([]);
});
