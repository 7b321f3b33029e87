import { expect, test } from 'vitest';
import { makeUser } from '#tests/support/accounts.ts';
import { recordOwnIssued } from '#tests/support/issued.ts';
import { expectSimilarTimes } from '#tests/support/timing.ts';
import { changeVerificationCode, openCodePage, verifyCode } from '#tests/support/verification.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });

test.each([
  ['a page', openCodePage],
  ['JSON', verifyCode],
])(
  'a code that ended is answered in the same time as one that never existed, as %s',
  async (_, ask) => {
    const { cookies: mine } = await makeUser();
    const { id, verificationCode: ended } = await recordOwnIssued(mine);
    await changeVerificationCode(mine, id, 'end');
    const way = (code: string) => async () => {
      const response = await ask(code);
      await response.text();
      expect(response.status).toBe(404);
    };
    const unusedCode = '00000-00000-00000-00000';
    await expectSimilarTimes('ended and unknown code', [way(ended), way(unusedCode)]);
  },
);
