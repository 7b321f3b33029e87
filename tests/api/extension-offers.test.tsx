import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import GuaranteePage from '#app/admin/garantias/[id]/page.tsx';
import GuaranteesPage from '#app/admin/garantias/page.tsx';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import OwnPage from '#app/panel/garantias/[id]/page.tsx';
import PanelHome from '#app/panel/page.tsx';
import { listExtensions } from '#lib/domain/issued-guarantees/reads/extensions.ts';
import { findByNumber } from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { sendAheadText } from '#lib/domain/requests/submissions/copy.ts';
import { acknowledgementMail } from '#lib/domain/requests/submissions/mail.ts';
import { getGuaranteeRequest } from '#lib/domain/requests/submissions/reads.ts';
import { fillEnding, findTemplate } from '#lib/domain/requests/team/template-copy.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { openAdminArea } from '#tests/support/admin-area.ts';
import { moveRequest, putIssued } from '#tests/support/issued.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { shownLinkToken } from '#tests/support/mailed-links.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';

test('an offered extension is recorded on the guarantee, whether it has a request or only the same address', async () => {
  const admin = await openAdminArea();
  const { id: lead, submissionId } = await sendRequest(publicBody);
  const ends = { validTo: '2026-12-05', email: publicBody.email };
  const numbers = await putIssued([{ ...ends, submissionId, item: 0 }, ends, ends]);
  browseAs(admin.ana.cookies);
  const list = async () => textOf(await renderPage(GuaranteesPage, {}));
  expect(await renderPage(GuaranteesPage, {})).not.toContain('mailto:');
  expect(await list()).not.toContain('Prórroga ofrecida');
  for (const number of numbers.slice(0, 2)) {
    const query = { plantilla: 'prorroga', garantia: `${number}` };
    const begun = await renderPage(LeadPage, { id: `${lead}` }, query);
    expect(begun).toContain(`Tu garantía N.º ${number} termina el 05-12-2026`);
    const [, garantia = ''] = /name="garantia" value="(\d+)"/.exec(begun) ?? [];
    await postForm(`/admin/leads/${lead}/responder`, {
      form: {
        asunto: 'Prórroga',
        respuesta: 'Ana: ¿la prorrogamos?',
        garantia,
        clave: `${number}`,
      },
      cookies: admin.ana.cookies,
    });
  }
  browseAs(admin.ana.cookies);
  expect((await list()).match(/Ofrecida el 20-11-2026/g)).toHaveLength(2);
  for (const [at, isOffered] of [true, true, false].entries()) {
    const { id = '' } = (await findByNumber(numbers[at] ?? 0)) ?? {};
    const page = textOf(await renderPage(GuaranteePage, { id }));
    expect(page.includes('Prórroga ofrecida el')).toBe(isOffered);
    expect(page).toContain('Ofrecer prórroga');
  }
});

test('the migration turns an offer found in the words of an old reply into an event', async () => {
  const admin = await openAdminArea();
  const { id: lead } = await sendRequest(publicBody);
  const ends = { validTo: '2026-12-05', email: publicBody.email };
  const [number = 0, other = 0] = await putIssued([ends, ends]);
  const letter = fillEnding(findTemplate('prorroga')?.text ?? '', { number, ...ends });
  await postForm(`/admin/leads/${lead}/responder`, {
    form: { asunto: 'Prórroga', respuesta: letter, clave: 'una' },
    cookies: admin.ana.cookies,
  });
  expect((await listExtensions([number])).get(number)?.offeredAt).toBeNull();
  const statements = readFileSync('drizzle/0039_inbox_waits.sql', 'utf8').split('--> statement-');
  const [backfill = ''] = statements.filter((item) => item.includes('guarantee_events'));
  await getDb().client.execute(backfill.replace('breakpoint', ''));
  const found = await listExtensions([number, other]);
  expect(found.get(number)?.offeredAt).not.toBeNull();
  expect(found.get(other)?.offeredAt).toBeNull();
});

test('an extension that the company requested links to its request, for its own address and until refused', async () => {
  const admin = await openAdminArea();
  const ends = { validTo: '2026-12-05', email: publicBody.email };
  const [renews = 0, other = 0] = await putIssued([ends, { ...ends, email: 'otra@empresa.cl' }]);
  const { id: lead, submissionId } = await sendRequest(publicBody);
  await getDb().write((tx) =>
    tx.run(sql`update submissions set answers = json_set(answers,
      '$.garantias[0].renews', ${renews}, '$.garantias[1]', json_object('renews', ${other}))
      where id = ${submissionId}`),
  );
  browseAs(admin.ana.cookies);
  const page = await renderPage(GuaranteesPage, {});
  const pageText = `La empresa pidió prórroga el 20-11-2026: solicitud N.º ${submissionId}`;
  expect(textOf(page).split('Pedida el 20-11-2026')).toHaveLength(2);
  expect(page).toContain(`href="/admin/leads/${lead}"`);
  const { id = '' } = (await findByNumber(renews)) ?? {};
  expect(textOf(await renderPage(GuaranteePage, { id }))).toContain(pageText);
  // The company reads the same in its panel, until that request is refused.
  browseAs((await makeUser()).cookies);
  const panel = async () =>
    /Necesita tu atención.*?<\/section>/s.exec(await renderPage(PanelHome, {}))?.[0] ?? '';
  expect(textOf(await panel())).toMatch(/Prórroga pedida el \S+ Ver la solicitud/);
  expect(await panel()).toContain(`href="/panel/solicitudes/${submissionId}"`);
  expect(await panel()).not.toContain('Pedir prórroga');
  expect(await renderPage(OwnPage, { id })).not.toContain('Pedir prórroga');
  await moveRequest(lead, 'rechazada');
  expect(await renderPage(OwnPage, { id })).toContain('Pedir prórroga');
  expect(await panel()).toContain('Pedir prórroga');
  await getDb().client.execute("update issued_guarantees set valid_to = '2026-11-19'");
  expect(await renderPage(OwnPage, { id })).not.toContain('Pedir prórroga');
});

test('a request only for extensions is not asked for tender documents, any other request is', async () => {
  await openAdminArea();
  const { submissionId } = await sendRequest(publicBody);
  const asks = async (garantias: string) => {
    await getDb().write((tx) =>
      tx.run(sql`update submissions set answers = json_set(answers, '$.garantias', json(${garantias}))
        where id = ${submissionId}`),
    );
    const token = await shownLinkToken('receipt', submissionId);
    const request = await getGuaranteeRequest(submissionId);
    const mail = await acknowledgementMail(request, { url: 'http://x', isOwn: true });
    const texts = [textOf(await renderPage(ReceiptPage, { token })), mail.text ?? ''];
    return texts.map((item) => item.includes(sendAheadText('chilecompra')));
  };
  const [own = {}] = publicBody.garantias;
  const extension = { ...own, renews: 1 };
  expect(await asks(JSON.stringify([extension, own]))).toEqual([true, true]);
  expect(await asks(JSON.stringify([extension, extension]))).toEqual([false, false]);
});
