import { afterEach, expect, test } from 'vitest';
import { startS3 } from '#tests/support/providers/s3.ts';
import { samples } from '#tests/support/sample-files.ts';
import { storedAnswers } from '#tests/support/submissions.ts';
import { followWizard, newVisitor, publicAnswers, WIZARD } from '#tests/support/wizard.ts';
import { worldForTest } from '#tests/support/world.ts';

const s3 = await startS3();
worldForTest({ ...s3.variables, RATE_LIMITS: 'off' });
afterEach(() => {
  s3.fail(null);
});

test.each(['hang-up', 'error-500'] as const)(
  'a request that is sent while the store fails by %s keeps its files, and is sent with them later',
  async (failure) => {
    const who = newVisitor();
    await followWizard(who, publicAnswers);
    const file = new File([new Uint8Array(samples.pdf)], 'contrato.pdf');
    expect(await who.attach('contrato', {}, file)).toBe(`${WIZARD}/revisar`);
    s3.fail(failure);
    expect(await who.send()).toContain('error=unavailable');
    s3.fail(null);
    expect((await who.draft())?.answers.contrato).toMatchObject({ fileName: 'contrato.pdf' });
    expect(await who.send()).toMatch(/^\/comprobante\//);
    expect((await storedAnswers()).contrato).toMatchObject({ fileName: 'contrato.pdf' });
  },
);
