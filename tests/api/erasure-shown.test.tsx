import { expect, test } from 'vitest';
import EraseByEmailPage from '#app/admin/borrar/page.tsx';
import { listAffectedRecords } from '#lib/domain/erasure/affected.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { ANA_EMAIL, createAnaData } from '#tests/support/erasure.ts';
import { putIssued } from '#tests/support/issued.ts';
import { insertLead } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { requestPayment } from '#tests/support/payment-links.ts';
import { postForm } from '#tests/support/post-form.ts';
import { startHubspot } from '#tests/support/providers/hubspot.ts';
import { webhookVariables } from '#tests/support/webhooks.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const hubspot = forEachTest(() => startHubspot());
const variables = { ...webhookVariables, RATE_LIMITS: 'off' };
worldForTest(() => ({ ...hubspot.variables, ...variables }));
const eva = forEachTest(() => makeAdvisor('eva@resguardo.cl'));

/** Gives a lead to a company, in which Luis works too. */
async function giveToCompany(leadId: number): Promise<void> {
  await getDb().client.batch([
    `insert into accounts (id, razon_social, role, created_at, updated_at) values
      ('andes', 'Andes SpA', 'company', 0, 0)`,
    `insert into accounts (id, email, role, created_at, updated_at) values
      ('luis', 'luis@andes.cl', 'natural', 0, 0)`,
    `insert into company_members (company_id, person_id, role, joined_at) values ('andes', 'luis', 'owner', 0)`,
    `update leads set company_id = 'andes' where id = ${leadId}`,
  ]);
}

test('before an erasure by address the page lists what goes and what stays; only the typed address confirms it', async () => {
  const { id, submissionId } = await createAnaData(eva);
  const [number] = await putIssued([{ submissionId, item: 0 }]);
  await requestPayment(eva.cookies, { leadId: id, email: ANA_EMAIL });
  const other = await insertLead({ kind: 'asesor', email: ANA_EMAIL });
  await giveToCompany(other);
  browseAs(eva.cookies);
  const html = await renderPage(EraseByEmailPage, {}, { correo: ANA_EMAIL });
  const [erased = '', stored = ''] = textOf(html).split('Queda De cada')[0]?.split('Queda ') ?? [];
  for (const words of [
    `Solicitud N.º ${submissionId} · Recibida, del 20-11-2026, con sus archivos: Bases de Ana.pdf`,
    `Garantía N.º ${number} · hasta el`,
    'Pago solicitado: $ 45.000 · Comisión, sin pagar, del 20-11-2026',
    'Reunión agendada · 25-11-2026',
    'Borrador de solicitud · Empezado el 20-11-2026',
  ])
    expect(erased).toContain(words);
  expect(html).toContain(`href="/admin/leads/${id}"`);
  expect(stored).toContain(
    `Mensaje N.º ${other} · Por atender, del 20-11-2026, sigue con Andes SpA, sin su nombre ni su correo`,
  );
  const refused = await postForm('/admin/borrar/confirmar', {
    form: { correo: ANA_EMAIL, confirmation: 'otra@constructora.cl' },
    cookies: eva.cookies,
  });
  const back = new URL(refused.headers.get('location') ?? '', 'http://x');
  expect(back.pathname).toBe('/admin/borrar');
  expect(back.searchParams.get('error')).toBe('validation_failed');
  expect((await listAffectedRecords(ANA_EMAIL)).erased).not.toEqual([]);
  const byLead = (confirmation: string) =>
    postForm(`/admin/leads/${id}/borrar/confirmar`, {
      form: { confirmation },
      cookies: eva.cookies,
    });
  for (const typed of ['', 'Ana', '11.111.111-1'])
    expect((await byLead(typed)).headers.get('location')).toContain('error=validation_failed');
  expect((await listAffectedRecords(ANA_EMAIL)).erased).not.toEqual([]);
  const form = { correo: ANA_EMAIL, confirmation: ` ${ANA_EMAIL.toUpperCase()}` };
  await postForm('/admin/borrar/confirmar', { form, cookies: eva.cookies });
  expect(await listAffectedRecords(ANA_EMAIL)).toEqual({
    erased: [],
    kept: [],
    isTruncated: false,
  });
});
