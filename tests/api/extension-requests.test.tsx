import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import PanelHome from '#app/panel/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { api } from '#tests/support/call.ts';
import { reportEvent } from '#tests/support/issued.ts';
import { ownGuaranteesForTest } from '#tests/support/own-guarantees.ts';
import { renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { followWizard, newVisitor, publicAnswers } from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';

const panel = ownGuaranteesForTest();
const near = { validFrom: '2026-11-01', validTo: '2026-12-05' };

test('the list and the panel’s first page begin the extension of a guarantee that ends soon with one press', async () => {
  const { id } = await panel.own(near);
  const address = `/panel/garantias/${id}/prorroga`;
  expect(await panel.list()).toContain('Pedir prórroga de la garantía N.º 1');
  expect(await renderPage(PanelHome, {})).toContain(`action="${address}"`);
  const begun = await postForm(address, { form: {}, cookies: panel.ana.cookies });
  expect(begun.headers.get('location')).toContain('/gestiona-tu-garantia/');
});

test('the guarantee’s page asks for the new end, refuses an invalid one and puts the typed one into the draft', async () => {
  const { id } = await panel.own(near);
  const page = await panel.seen(id);
  expect(page).toContain('name="hasta"');
  const address = `/panel/garantias/${id}/prorroga`;
  const who = newVisitor();
  Object.assign(who.cookies, panel.ana.cookies);
  const press = async (hasta: string) => {
    const response = await postForm(address, { form: { hasta }, cookies: who.cookies });
    who.see(response);
    return response.headers.get('location') ?? '';
  };
  expect(await press('05-12-2026')).toContain('error=validation_failed');
  expect(await press('nunca')).toContain('error=validation_failed');
  expect(await who.draft()).toBeNull();
  await press('05-06-2027');
  const [item] = (await who.draft())?.answers.garantias ?? [];
  expect(item).toMatchObject({ vigenciaDesde: '2026-12-06', vigenciaHasta: '2027-06-05' });
  // Pressed again, the day that was typed last counts.
  await press('31-01-2028');
  const [again, ...others] = (await who.draft())?.answers.garantias ?? [];
  expect([again?.vigenciaHasta, others]).toEqual(['2028-01-31', []]);
});

test('a guarantee claimed in part can be extended from the list and the panel, without a preset amount', async () => {
  const { id } = await panel.own(near);
  await reportEvent(panel.ana.cookies, id, { kind: 'cobrada', amount: '500000' });
  expect(await panel.list()).toContain('Cobrada en parte');
  expect(await panel.list()).toContain('Pedir prórroga');
  expect(textOf(await renderPage(PanelHome, {}))).toContain('Pedir prórroga Garantía N.º 1');
  // The rest and the whole amount are both possible.
  const address = `/panel/garantias/${id}/prorroga`;
  const who = newVisitor();
  Object.assign(who.cookies, panel.ana.cookies);
  const begun = await postForm(address, { form: { hasta: '05-06-2027' }, cookies: who.cookies });
  who.see(begun);
  const wizardStep =
    new URL(begun.headers.get('location') ?? '', 'http://x').pathname.split('/')[2] ?? '';
  const [item] = (await who.draft())?.answers.garantias ?? [];
  expect(item).toMatchObject({ renews: 1, monedaGarantia: 'pesos' });
  expect(item?.montoGarantia).toBeUndefined();
  const { 'garantia-monto': _amount, ...others } = publicAnswers;
  await followWizard(who, others, wizardStep);
  const amountPage = await stepPage(who, 'garantia-monto', { g: item?.id ?? '' });
  expect(amountPage).toMatch(
    /name="montoGarantia"[^>]*value="1\.000\.000,5"|value="1\.000\.000,5"[^>]*name="montoGarantia"/,
  );
  expect(textOf(amountPage)).toContain('Escribimos el saldo que queda');
});

test('after an extension was requested, the list and the panel link to that request instead', async () => {
  await panel.own(near);
  const json = { ...publicBody, email: panel.ana.email };
  await api('/api/guarantees/public', { json, cookies: panel.ana.cookies });
  // Only the wizard writes which guarantee a request extends.
  await getDb().write((tx) =>
    tx.run(sql`update submissions set answers = json_set(answers, '$.garantias[0].renews', 1)`),
  );
  expect(await panel.list()).toContain('Ver la solicitud de la garantía N.º 1');
  expect(await panel.list()).not.toContain('Pedir prórroga');
  expect(await renderPage(PanelHome, {})).not.toContain('/prorroga"');
  expect(textOf(await renderPage(PanelHome, {}))).toMatch(
    /La que termina antes Seriedad de la oferta, N\.º 1 \. .+ Prórroga pedida el \d\d-\d\d-\d{4}: solicitud N\.º 1/,
  );
});

test('the panel’s first page begins another guarantee with the data of the last request', async () => {
  const json = { ...publicBody, email: panel.ana.email };
  const reply = await (
    await api('/api/guarantees/public', { json, cookies: panel.ana.cookies })
  ).json();
  const address = `/panel/solicitudes/${reply.data.submissionId}/otra`;
  expect(await renderPage(PanelHome, {})).toContain(`action="${address}"`);
  const begun = await postForm(address, { form: {}, cookies: panel.ana.cookies });
  expect(begun.headers.get('location')).toContain('/gestiona-tu-garantia/');
});
