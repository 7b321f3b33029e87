import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { makeUser, signIn } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import {
  acceptInvitation,
  andesCompany,
  invitationPathOf,
  inviteMember,
  joinCompany,
  postCompanyForm,
  switchCompany,
} from '#tests/support/companies.ts';
import { recordOwnIssued } from '#tests/support/issued.ts';
import { requestPayment, signedInOf } from '#tests/support/payment-links.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { deliverMails } from '#tests/support/sent-mails.ts';
import { worldForTest } from '#tests/support/world.ts';

type Cookies = Record<string, string>;
type Person = Awaited<ReturnType<typeof makeUser>>;

const world = worldForTest({ RATE_LIMITS: 'off' });
let ana: Person;
beforeEach(async () => {
  ana = await makeUser({ ...andesCompany, email: 'ana@andes.cl', name: 'Ana' });
});

const deleteAccount = async (cookies: Cookies) =>
  expect((await api('/api/account/delete', { json: {}, cookies })).status).toBe(200);

type End = (leaver: Person, owner: Person) => Promise<unknown>;
const leaves: End = ({ cookies, id }) => postCompanyForm(cookies, 'salir', { company: id });
const isRemoved: End = ({ personId }, owner) =>
  postCompanyForm(owner.cookies, 'quitar', { person: personId });
const deletesThemselves: End = async ({ cookies }) => {
  await switchCompany(cookies, '');
  await deleteAccount(cookies);
};
const deletesCompany: End = (_, owner) => deleteAccount(owner.cookies);

test.each([
  ['leaves', leaves],
  ['is removed', isRemoved],
  ['deletes their account', deletesThemselves],
])(
  'the requests of a member who %s get the e-mail of the first owner, although a reader joined earlier',
  async (_, end) => {
    const next = (email: string, role: Parameters<typeof joinCompany>[2]) => {
      world.advance(MINUTE);
      return joinCompany(ana, email, role);
    };
    await next('eva@andes.cl', 'reader');
    await next('dan@andes.cl', 'member');
    const carla = await next('carla@andes.cl', 'owner');
    await next('pia@andes.cl', 'owner');
    const advisor = await makeAdvisor();
    const json = { ...publicBody, email: ana.email };
    const sent = await api('/api/guarantees/public', { json, cookies: ana.cookies });
    const { submissionId } = (await sent.json()).data;
    const [lead] = await getDb().read.all<{ id: number }>(
      sql`select id from leads where submission_id = ${submissionId}`,
    );
    await recordOwnIssued(ana.cookies);
    await requestPayment(advisor.cookies, { leadId: lead?.id, email: ana.email });
    await end(ana, carla);
    const rows = sql`select 'request' as what, email from leads
      union all select 'answers', answers ->> '$.email' from submissions
      union all select 'guarantee', email from issued_guarantees
      union all select 'payment request', email from payment_requests`;
    const expected = ['request', 'answers', 'guarantee', 'payment request'];
    expect(await getDb().read.all(rows)).toEqual(
      expected.map((subject) => ({ what: subject, email: carla.email })),
    );
    const path = `/api/admin/leads/${lead?.id}/replies`;
    const reply = { subject: 'Tu solicitud', text: 'Confidencial.' };
    expect((await api(path, { json: reply, cookies: advisor.cookies })).status).toBe(200);
    const mails = (await deliverMails()).filter(({ text }) => text.includes('Confidencial'));
    expect(mails.map(({ to }) => to)).toEqual([carla.email]);
  },
);

test.each([
  ['leaves a company', leaves, 'colleague stays'],
  ['is removed from a company', isRemoved, 'colleague stays'],
  ['loses a deleted company', deletesCompany, 'colleague loses it too'],
])(
  'a member who %s stays in sessions for another company, and acts as a person in those for that one',
  async (_, end, colleague) => {
    const beto = await joinCompany(ana, 'beto@andes.cl');
    const eva = await joinCompany(ana, 'eva@andes.cl');
    const luis = await makeUser({
      ...andesCompany,
      razonSocial: 'Obras SpA',
      email: 'luis@obras.cl',
    });
    const other = await signIn({ email: beto.email });
    await inviteMember(luis.cookies, beto.email);
    await acceptInvitation(other, await invitationPathOf(beto.email));
    await switchCompany(beto.cookies, ana.id);
    const sessions = { beto: beto.cookies, other, eva: eva.cookies, luis: luis.cookies };
    const holders = async () => {
      const found: Record<string, string> = {};
      for (const [name, cookies] of Object.entries(sessions))
        found[name] = (await signedInOf(cookies)).holderId;
      return found;
    };
    const before = { beto: ana.id, other: luis.id, eva: ana.id, luis: luis.id };
    expect(await holders()).toEqual(before);
    await end(beto, ana);
    expect(await holders()).toEqual({
      ...before,
      beto: beto.personId,
      eva: colleague === 'colleague stays' ? ana.id : eva.personId,
    });
  },
);

test('who changed the company in another tab leaves neither by the page of the first', async () => {
  const beto = await joinCompany(ana, 'beto@andes.cl');
  const luis = await makeUser({
    ...andesCompany,
    razonSocial: 'Obras SpA',
    email: 'luis@obras.cl',
  });
  await inviteMember(luis.cookies, beto.email);
  await acceptInvitation(beto.cookies, await invitationPathOf(beto.email));
  const canActFor = async (company: string) => {
    await switchCompany(beto.cookies, company);
    return (await signedInOf(beto.cookies)).holderId === company;
  };
  for (const [page, tab] of [
    [ana.id, luis.id],
    [luis.id, ana.id],
  ] as const) {
    expect(await canActFor(tab)).toBe(true);
    expect((await postCompanyForm(beto.cookies, 'salir', { company: page })).code).toBe('conflict');
    expect([await canActFor(page), await canActFor(tab)]).toEqual([true, true]);
  }
  expect((await postCompanyForm(beto.cookies, 'salir', { company: ana.id })).way).toBe(
    '/panel?aviso=salida',
  );
  expect([await canActFor(ana.id), await canActFor(luis.id)]).toEqual([false, true]);
});
