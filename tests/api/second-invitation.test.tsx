import { beforeEach, expect, test } from 'vitest';
import InvitationPage from '#app/invitacion/[token]/page.tsx';
import CompanyPage from '#app/panel/empresa/page.tsx';
import { makeUser } from '#tests/support/accounts.ts';
import {
  andesCompany,
  invitationPathOf,
  inviteMember,
  joinCompany,
  postCompanyForm,
} from '#tests/support/companies.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });
type Person = Awaited<ReturnType<typeof joinCompany>>;
let people: Record<'ana' | 'beto' | 'carla', Person>;
/** Three owners, of whom each invited one person. */
beforeEach(async () => {
  const ana = await makeUser({ ...andesCompany, email: 'ana@andes.cl', name: 'Ana' });
  const beto = await joinCompany(ana, 'beto@andes.cl', 'owner');
  const carla = await joinCompany(ana, 'carla@andes.cl', 'owner');
  people = { ana, beto, carla };
  for (const [name, { cookies }] of Object.entries(people))
    await inviteMember(cookies, `de-${name}@obra.cl`);
});

type Act = (ana: Person, beto: Person) => Promise<unknown>;
const role = (first: Person, other: Person, to: string) =>
  postCompanyForm(first.cookies, 'rol', { person: other.personId, role: to });
test.each<[string, string[], Act]>([
  ['an owner demotes another', ['ana', 'carla'], (ana, beto) => role(ana, beto, 'member')],
  ['an owner demotes themselves', ['ana', 'carla'], (_, beto) => role(beto, beto, 'reader')],
  [
    'an owner removes another',
    ['ana', 'carla'],
    (ana, beto) => postCompanyForm(ana.cookies, 'quitar', { person: beto.personId }),
  ],
  [
    'an owner leaves',
    ['ana', 'carla'],
    (ana, beto) => postCompanyForm(beto.cookies, 'salir', { company: ana.id }),
  ],
  ['an owner stays one', ['ana', 'beto', 'carla'], (ana, beto) => role(ana, beto, 'owner')],
])('after %s only the invitations of %j are open', async (_, stored, change) => {
  const { ana, beto } = people;
  const pages = new Map<string, string>();
  for (const name of Object.keys(people))
    pages.set(name, await invitationPathOf(`de-${name}@obra.cl`));
  await change(ana, beto);
  browseAs(ana.cookies);
  const listed = textOf(await renderPage(CompanyPage, {}));
  browseAs({});
  for (const [name, page] of pages) {
    const token = page.split('/').at(-1) ?? '';
    const text = textOf(await renderPage(InvitationPage, { token }));
    const isOpen = stored.includes(name);
    expect([name, listed.includes(`de-${name}@obra.cl`)]).toEqual([name, isOpen]);
    expect([name, text.includes('Andes SpA')]).toEqual([name, isOpen]);
  }
});
