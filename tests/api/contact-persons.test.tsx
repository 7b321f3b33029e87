import { expect, test } from 'vitest';
import ErasePage from '#app/admin/borrar/page.tsx';
import PersonPage from '#app/admin/personas/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { privateBody } from '#tests/support/request-bodies.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });
const advisor = forEachTest(() => makeAdvisor());

async function pageOf(page: Parameters<typeof renderPage>[0], query: Record<string, string>) {
  browseAs(advisor.cookies);
  return textOf(await renderPage(page, {}, query));
}

test('a contact person named in a request is found by e-mail, and can be erased without the request', async () => {
  const { submissionId } = await sendRequest(privateBody);
  const number = `N.º ${submissionId}`;
  for (const [email, role] of [
    ['luisa@montajes.cl', 'contacto en la empresa'],
    ['jorge@mineranorte.cl', 'contacto del mandante'],
  ] as const) {
    expect(await pageOf(PersonPage, { q: email })).toContain(`Solicitud ${number} · ${role}`);
    const before = await pageOf(ErasePage, { correo: email.toUpperCase() });
    expect(before).toMatch(/Queda.*Sigue, sin el nombre, el teléfono ni el correo/s);
    await api('/api/admin/people/erase', { json: { email }, cookies: advisor.cookies });
    expect(await pageOf(PersonPage, { q: email })).not.toContain(role);
    const after = await pageOf(ErasePage, { correo: email });
    expect(after).toContain('no hay nada que borrar');
    expect(after).not.toContain('Borrar los datos');
  }
  const [row] = await getDb().read.all<{ answers: string }>('select answers from submissions');
  expect(row?.answers).toContain('Montajes del Sur');
  expect(row?.answers).not.toMatch(/luisa|Luisa|41 222|jorge|Jorge|5566/);
});

test('a search for a request’s number, with or without its word, finds the request', async () => {
  const { id, submissionId: n } = await sendRequest(privateBody);
  const found = async (q: string) => {
    const path = `/api/admin/leads?q=${encodeURIComponent(q)}`;
    const { data } = await (await api(path, { cookies: advisor.cookies })).json();
    return data.leads.map((lead: { id: number }) => lead.id);
  };
  for (const q of [`${n}`, `solicitud ${n}`, `Solicitud N.º ${n}`, `SOLICITUD #${n}`])
    expect(await found(q), q).toEqual([id]);
  for (const q of ['solicitud 99', 'garantía 99', 'Garantia N.º 1'])
    expect(await found(q), q).toEqual([]);
});
