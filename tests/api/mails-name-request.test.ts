import { beforeEach, expect, test } from 'vitest';
import { openAdminArea } from '#tests/support/admin-area.ts';
import { sendConditions } from '#tests/support/conditions.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { isoDayIn, postDocumentRequest } from '#tests/support/requested-documents.ts';
import { forEachTest } from '#tests/support/world.ts';

const admin = forEachTest(() => openAdminArea());
let id: number;
beforeEach(async () => {
  ({ id } = await sendRequest(publicBody));
});

const requestMails = 'Seriedad de la oferta: $ 1.500.000,50, del 01-12-2026 al 01-03-2027';
const mailAbout = async (subject: string) => {
  await admin.deliver();
  const mail = admin.toApplicant().find((item) => item.subject.startsWith(subject));
  if (!mail) throw new Error(`no mail ${subject}`);
  return mail;
};

test.each([
  ['Condiciones', (cookies: Record<string, string>) => sendConditions(cookies, id)],
  [
    'Te pedimos',
    (cookies: Record<string, string>) =>
      postDocumentRequest(id, cookies, { 'doc-contrato': 'si', hasta: isoDayIn(5) }),
  ],
])(
  'the mail «%s…» names the requested guarantee, fits a phone and keeps its dates unbroken',
  async (subject, act) => {
    await act(admin.ana.cookies);
    const { text, html } = await mailAbout(subject);
    expect(text).toContain(requestMails);
    expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1"/>');
    for (const [day] of (html ?? '').matchAll(/.{30}\d{2}-\d{2}-\d{4}(?=[^<]*<\/(?:p|td|span)>)/g))
      expect(day).toContain('white-space:nowrap');
  },
);
