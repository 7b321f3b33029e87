import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import { cancelUnreadBodies } from '#tests/support/call.ts';
import { closeDownToCount, countOpenResources } from '#tests/support/cleanup.ts';
import { cacheHashes } from '#tests/support/fast-password-hashes.ts';
import { setShortInspectionLimits } from '#tests/support/inspection-limits.ts';
import { browseAs } from '#tests/support/page-request.ts';

vi.mock('next/headers', () => import('#tests/support/page-request.ts'));
vi.mock('next/server', () => import('#tests/support/page-request.ts'));
// Tests render markup at once, so they do not wait for parts that a browser loads with their step.
vi.mock('#components/wizard/lazy-fields.tsx', async () => ({
  ...(await import('#components/wizard/looked-up-fields.tsx')),
  ...(await import('#components/wizard/share-fields.tsx')),
  ...(await import('#components/uploads/upload-form.tsx')),
  ...(await import('#components/uploads/upload-field.tsx')),
  ...(await import('#components/wizard/attached-files.tsx')),
  ...(await import('#components/payments/watch-state.tsx')),
}));

cacheHashes();
setShortInspectionLimits();

let before = 0;

/**
 * A test must not write to console.error, because such a message means that a case is not handled.
 */
beforeEach(() => {
  before = countOpenResources();
  vi.spyOn(console, 'error');
});

afterEach(async () => {
  await cancelUnreadBodies();
  browseAs({});
  await closeDownToCount(before);
  // The files of a process draw with the server's renderer and the browser's, of which React warns.
  const calls = vi
    .mocked(console.error)
    .mock.calls.filter(([text]) => !`${text}`.startsWith('Detected multiple renderers'));
  vi.restoreAllMocks();
  expect(calls).toEqual([]);
});

afterAll(() => closeDownToCount(0));
