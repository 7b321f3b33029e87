import { expect, test } from 'vitest';
import { mailboxOf } from '#lib/platform/mail/email-address.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { api } from '#tests/support/call.ts';
import { andesCompany, inviteMember } from '#tests/support/companies.ts';
import { postForm, redirectOf } from '#tests/support/post-form.ts';
import { deliverMails } from '#tests/support/sent-mails.ts';
import { addDocument, createShare, sendShareForm, sharesOf } from '#tests/support/shares.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const world = worldForTest();
const ana = forEachTest(() => makeUser());
const address = (n: number) => `Banco <Luis+${n}@Banco.CL>`;

async function links(count: number, member = ana) {
  const { fileId: documentKey } = await addDocument(member.id);
  const recipients = Array.from({ length: count }, (_, n) => address(n)).join('\n');
  await createShare(member, { documentKey, recipients, emailCode: true });
  return (await sharesOf(member)) as { id: string; shortUrl: string }[];
}
const send = (ids: string[], { cookies } = ana) =>
  api('/api/documents/shares/send', { json: { ids }, cookies });
const ask = async (url: string) => redirectOf(await sendShareForm(url, 'codigo')).split('?')[1];
const toLuis = async () => (await deliverMails()).filter(({ to }) => /^luis\+/.test(to)).length;

test('links and codes mailed by one account to one mailbox share a limit of ten an hour', async () => {
  const [first, ...rest] = await links(12);
  const ids = rest.map(({ id }) => id);
  expect((await send(ids.slice(0, 8))).status).toBe(200);
  expect(await ask(first?.shortUrl ?? '')).toBe('codigo=enviado');
  world.advance(2 * 60_000);
  expect(await ask(first?.shortUrl ?? '')).toBe('codigo=enviado');
  world.advance(2 * 60_000);
  expect(await toLuis()).toBe(10);
  const refused = await send(ids.slice(8, 9));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBe(3600 - 4 * 60);
  expect((await refused.json()).message).toBe(
    'Ya enviamos 10 correos a esa dirección. Prueba otra vez en una hora.',
  );
  expect(await ask(first?.shortUrl ?? '')).toBe('error=rate_limited');
  const form = { ids: ids[8] ?? '' };
  const page = await postForm('/panel/documentos/enlaces/enviar', { form, cookies: ana.cookies });
  expect(redirectOf(page)).toContain('error=rate_limited');
  expect(await toLuis()).toBe(10);
  // Another account, and another mailbox of this one, have their own limits.
  const eva = await makeUser({ email: 'eva@otra.cl' });
  const [own] = await links(1, eva);
  expect((await send([own?.id ?? ''], eva)).status).toBe(200);
  world.advance(HOUR);
  expect((await send(ids.slice(8, 9))).status).toBe(200);
});

test('invitations to a company count in the same hourly limit of a mailbox as links', async () => {
  const eva = await makeUser({ ...andesCompany, email: 'eva@andes.cl' });
  const ids = (await links(9, eva)).map(({ id }) => id);
  expect((await send(ids, eva)).status).toBe(200);
  expect((await inviteMember(eva.cookies, 'luis+a@banco.cl')).way).toContain('aviso=invitada');
  expect((await inviteMember(eva.cookies, 'luis+b@banco.cl')).code).toBe('rate_limited');
  const own = await links(1);
  expect((await send([own[0]?.id ?? ''])).status).toBe(200);
});

test('a refused sending does not count, and a mailbox gets at most thirty mails a day from one account', async () => {
  const ids = (await links(20)).map(({ id }) => id);
  const more = (await links(15)).map(({ id }) => id).filter((id) => !ids.includes(id));
  const all = [...ids, ...more];
  expect((await send(all.slice(0, 11))).status).toBe(429);
  expect(await toLuis()).toBe(0);
  for (const from of [0, 10, 20]) {
    expect((await send(all.slice(from, from + 10))).status).toBe(200);
    world.advance(HOUR + 1000);
  }
  const refused = await send(all.slice(30, 31));
  expect([refused.status, (await refused.json()).message]).toEqual([
    429,
    'Ya enviamos 30 correos a esa dirección. Prueba otra vez mañana.',
  ]);
});

test.each([
  ['Ana+banco@Empresa.CL', 'ana@empresa.cl'],
  ['a.n.a+x@googlemail.com', 'ana@gmail.com'],
  ['a.n.a@empresa.cl', 'a.n.a@empresa.cl'],
  ['Ana+1@mac.com', 'ana@icloud.com'],
  ['a.n_a@pm.me', 'ana@proton.me'],
  ['a-n.a+1@ya.ru', 'ana@yandex.com'],
  ['a.n.a@icloud.com', 'a.n.a@icloud.com'],
])('%s counts as the mailbox %s', (typed, mailbox) => {
  expect(mailboxOf(typed)).toBe(mailbox);
});
