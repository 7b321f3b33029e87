import { expect, test } from 'vitest';
import { postForm } from '#tests/support/post-form.ts';
import { samples } from '#tests/support/sample-files.ts';
import { openCodePage, openVerification } from '#tests/support/verification.ts';

test('the cookie with the result of a comparison is sent only to the page of its code', async () => {
  const { code } = await openVerification();
  const body = new FormData();
  body.set('file', new File([new Uint8Array(samples.pdf)], 'otra.pdf'));
  const { headers } = await postForm(`/v/${code}/comparar`, { body });
  const stored = headers.getSetCookie().find((cookie) => cookie.startsWith('comparado='));
  expect(stored).toContain(`Path=/v/${code};`);
});

test('a record without a document shows no comparison error, even if its address says so', async () => {
  const { own } = await openVerification();
  const { verificationCode: bare } = await own();
  const forged = await openCodePage(bare, { error: 'validation_failed' });
  expect(await forged.text()).not.toMatch(/Error|no comparamos/);
});
