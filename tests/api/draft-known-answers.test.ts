import { expect, test } from 'vitest';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import { sendRequest } from '#tests/support/leads.ts';
import { shownLinkToken } from '#tests/support/mailed-links.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { newVisitor } from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

test('a draft begun from a request shows the known answers below the question, and keeps the telephone as typed', async () => {
  const who = newVisitor();
  const typed = { ...publicBody, telefonoSolicitante: '912345678' };
  const token = await shownLinkToken('receipt', (await sendRequest(typed)).submissionId);
  browseAs({});
  const receipt = await renderPage(ReceiptPage, { token });
  expect(receipt.indexOf('id="otra"')).toBeLessThan(receipt.indexOf('Lo que pediste'));
  const begun = await postForm(`/comprobante/${token}/otra`, { form: {} });
  who.see(begun);
  const page = await stepPage(who, 'licitacion');
  expect(page).toContain('+56 9 1234 5678');
  // The button comes before the box, which is as high as the screen of a phone.
  expect(page.indexOf('Continuar')).toBeLessThan(page.indexOf('los datos de tu solicitud'));
  expect((await who.draft())?.answers.values.telefonoSolicitante).toBe('912345678');
});
