import { beforeEach, describe, expect, test } from 'vitest';
import CompanyPage from '#app/panel/empresa/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { companyMembers } from '#lib/platform/db/schema/companies.ts';
import { makeMember, signIn } from '#tests/support/accounts.ts';
import { api } from '#tests/support/call.ts';
import { act, actFor, andes, join, papersOf, roleOf } from '#tests/support/companies.ts';
import { askAs, show, textOf } from '#tests/support/page-request.ts';
import { sentMails } from '#tests/support/sent-mails.ts';
import { upload, uploadForm } from '#tests/support/vault.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });
let ana: Awaited<ReturnType<typeof makeMember>>;
beforeEach(async () => {
  ana = await makeMember({ ...andes, email: 'ana@andes.cl', name: 'Ana' });
});

test('a member removed in the middle of an upload has sent it to the company', async () => {
  const beto = await join(ana, 'beto@andes.cl');
  const { promise: going, resolve: go } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const whole = new Response(uploadForm({ category: 'contrato' }));
  const type = whole.headers.get('content-type') ?? '';
  const bytes = new Uint8Array(await whole.arrayBuffer());
  const body = new ReadableStream({
    async start(stream) {
      stream.enqueue(bytes.subarray(0, 200));
      begin();
      await going;
      stream.enqueue(bytes.subarray(200));
      stream.close();
    },
  });
  const sent = api('/api/documents/upload', {
    ...{ method: 'POST', body, headers: { 'content-type': type }, cookies: beto.cookies },
  });
  await begun;
  await act(ana.cookies, 'quitar', { person: beto.personId });
  go();
  expect((await (await sent).json()).success).toBe(true);
  expect(await papersOf(ana.cookies)).toEqual(['contrato']);
});

test('a company of 200 people is listed page by page', async () => {
  const people = Array.from({ length: 200 }, (_, n) => `persona-${n}`);
  const at = { createdAt: 1, updatedAt: 1, emailVerifiedAt: 1 };
  await getDb().write(async (tx) => {
    for (const id of people) {
      const person = { id, email: `${id}@andes.cl`, role: 'natural' as const, ...at };
      await tx.insert(accounts).values(person);
      const member = { companyId: ana.id, personId: id, role: 'reader' as const };
      await tx.insert(companyMembers).values({ ...member, joinedAt: world.now() });
    }
  });
  askAs(ana.cookies);
  const seen = new Set<string>();
  for (let desde: string | undefined = ''; desde !== undefined; ) {
    const html: string = await show(CompanyPage, {}, { ...(desde && { desde }) });
    const found = html.match(/persona-\d+(?=@andes)/g) ?? [];
    expect(new Set(found).size).toBeLessThanOrEqual(50);
    for (const id of found) seen.add(id);
    desde = /empresa\?desde=([\w-]+)/.exec(html)?.[1];
  }
  expect(seen.size).toBe(200);
});

describe('the owners of a company', () => {
  test('keep at least one: the last cannot leave, be removed or lose the role', async () => {
    const beto = await join(ana, 'beto@andes.cl');
    expect((await act(ana.cookies, 'salir', { company: ana.id })).code).toBe('conflict');
    const own = { person: ana.personId };
    expect((await act(ana.cookies, 'rol', { ...own, role: 'member' })).code).toBe('conflict');
    expect((await act(ana.cookies, 'rol', { person: beto.personId, role: 'owner' })).way).toContain(
      'aviso=rol',
    );
    // Two owners who remove each other at once: one stays.
    await Promise.all([
      act(ana.cookies, 'quitar', { person: beto.personId }),
      act(beto.cookies, 'quitar', { person: ana.personId }),
    ]);
    const left = await Promise.all([roleOf(ana.cookies), roleOf(beto.cookies)]);
    expect(left.filter((role) => role === 'juridica')).toHaveLength(1);
  });

  test('may demand a second factor of all', async () => {
    const beto = await join(ana, 'beto@andes.cl');
    await act(ana.cookies, 'seguridad', { demand: 'yes' });
    const refused = await api('/api/documents/profile', { cookies: beto.cookies });
    expect((await refused.json()).error).toBe('second_factor_enrolment_required');
    await act(ana.cookies, 'seguridad', { demand: 'no' });
  });

  test('delete it for all, and a person takes along only what nobody else works in', async () => {
    const beto = await join(ana, 'beto@andes.cl');
    await upload(ana.cookies, 'contrato');
    const alone = await api('/api/account/delete', { json: {}, cookies: beto.cookies });
    expect((await alone.json()).error).toBe('forbidden');
    await actFor(ana.cookies, '');
    const person = await api('/api/account/delete', { json: {}, cookies: ana.cookies });
    expect((await person.json()).error).toBe('conflict');
    await actFor(ana.cookies, ana.id);
    expect((await api('/api/account/delete', { json: {}, cookies: ana.cookies })).status).toBe(200);
    expect(await roleOf(ana.cookies)).toBe('natural');
    expect(await roleOf(beto.cookies)).toBeNull();
    expect(await papersOf(await signIn({ email: beto.email }))).toEqual([]);
  });
});

test('a second company of the same RUT sees nothing of the first and may ask its owners', async () => {
  await upload(ana.cookies, 'contrato');
  const eva = await makeMember({ ...andes, email: 'eva@otra.cl' });
  expect(await papersOf(eva.cookies)).toEqual([]);
  askAs(eva.cookies);
  const page = textOf(await show(CompanyPage, {}));
  expect(page).toContain('Tu empresa ya estaba aquí');
  expect(page).not.toContain('ana@andes.cl');
  await act(eva.cookies, 'pedir-entrada');
  const [mail] = (await sentMails()).filter(({ to }) => to === 'ana@andes.cl');
  expect(mail?.text).toContain('eva@otra.cl');
});
