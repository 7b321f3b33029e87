import { shortSample } from '#tests/e2e/support/answers.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { prepare, send } from '#tests/e2e/support/journey.ts';
import { countMails, mailsOf } from '#tests/e2e/support/mails.ts';

for (const failure of [{ how: 'status', status: 500 }, { how: 'hang' }] as const) {
  test(`a mail provider that fails (${failure.how}) delays the mails, not the person`, async ({
    page,
    app,
  }) => {
    const sample = shortSample(`proveedor-${failure.how}@constructora.cl`);
    await prepare(page, sample.answers);
    app.resend.failNext(failure, 1000);
    const number = await send(page);
    expect(countMails(app, sample.email)).toBe(0);

    app.resend.recover();
    await expect.poll(() => countMails(app, sample.email)).toBe(2);
    const { internal, acknowledgement } = await mailsOf(app, sample.email);
    for (const text of sample.shown) expect(internal.text).toContain(text);
    expect(acknowledgement.subject).toContain(number);
  });
}
