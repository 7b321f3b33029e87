import { expect, test } from 'vitest';
import { makeUser } from '#tests/support/accounts.ts';
import { recordedOwn } from '#tests/support/issued.ts';
import { expectAlike } from '#tests/support/timing.ts';
import { changeCode, openCode, verify } from '#tests/support/verification.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });

test.each([
  ['a page', openCode],
  ['JSON', verify],
])(
  'a code that ended is answered in the same time as one that never existed, as %s',
  async (_, ask) => {
    const { cookies: mine } = await makeUser();
    const { id, verificationCode: ended } = await recordedOwn(mine);
    await changeCode(mine, id, 'end');
    const way = (code: string) => async () => {
      const response = await ask(code);
      await response.text();
      expect(response.status).toBe(404);
    };
    const never = '00000-00000-00000-00000';
    await expectAlike('ended and unknown code', [way(ended), way(never)]);
  },
);
