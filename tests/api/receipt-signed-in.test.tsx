import { expect, test } from 'vitest';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import { makeUser } from '#tests/support/accounts.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { shownLinkToken } from '#tests/support/mailed-links.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });

test('who is signed in sees the panel’s navigation on a request page, and a link to an own request', async () => {
  const ana = await makeUser({ email: publicBody.email });
  const { submissionId } = await sendRequest(publicBody);
  const token = await shownLinkToken('receipt', submissionId);
  const own = `href="/panel/solicitudes/${submissionId}"`;
  browseAs(ana.cookies);
  const shown = await renderPage(ReceiptPage, { token });
  expect(shown).toContain(own);
  expect(shown).toContain('href="/panel/garantias"');
  // The forms are those of the link: a switch to another account refuses none of them.
  expect(shown).toContain(`action="/comprobante/${token}/mensaje"`);
  const eva = await makeUser({ email: 'eva@otra.cl' });
  browseAs(eva.cookies);
  expect(await renderPage(ReceiptPage, { token })).not.toContain(own);
  browseAs({});
  expect(await renderPage(ReceiptPage, { token })).not.toContain('/panel/garantias');
});
