import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import RequestPage from '#app/panel/solicitudes/[id]/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { type Member, makeUser, personBody } from '#tests/support/accounts.ts';
import { makeAdvisor, newSession } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { changeEmail, NEW_EMAIL, undoTokenTo } from '#tests/support/email-change.ts';
import { listIssued, recordOwnIssued } from '#tests/support/issued.ts';
import { insertLead, sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { requestPayment } from '#tests/support/payment-links.ts';
import { postForm } from '#tests/support/post-form.ts';
import { bookingEvent } from '#tests/support/providers/scheduling.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { unzip } from '#tests/support/unzip.ts';
import { sendSchedulingEvent, webhookVariables } from '#tests/support/webhooks.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ ...webhookVariables, RATE_LIMITS: 'off' });
const OLD = personBody.email;
type Cookies = Record<string, string>;
let ana: Member;
let first: number;
beforeEach(async () => {
  ana = await makeUser();
  first = (await sendRequest({ ...publicBody, email: 'Ana@Constructora.CL' })).submissionId;
});

/** Returns the rows that an account has only because of its address. */
async function seenBy(cookies: Cookies) {
  const archive = await api('/api/account/export', { cookies });
  const files = unzip(Buffer.from(await archive.arrayBuffer()));
  const data = JSON.parse(files.get('datos.json')?.toString() ?? '{}');
  const listed = await (await api('/api/guarantees/mine', { cookies })).json();
  const issued = await (await listIssued(cookies)).json();
  return {
    listed: listed.data.requests.map((one: { submissionId: number }) => one.submissionId),
    requests: data.requests.map(({ id }: { id: number }) => id),
    issued: issued.data.guarantees?.length ?? issued.data.length,
    messages: data.messages.length,
    meetings: data.meetings.length,
  };
}

const nothing = { listed: [], requests: [], issued: 0, messages: 0, meetings: 0 };

async function fill() {
  await insertLead({ email: OLD });
  await sendSchedulingEvent(bookingEvent({ uid: 'a' }));
  await recordOwnIssued(ana.cookies);
}

async function undo() {
  await postForm('/no-fui-yo/cerrar', { form: { token: await undoTokenTo(OLD) } });
  return newSession(ana.id, 'natural');
}

describe('what was sent with an account’s e-mail address', () => {
  test('stays with the account after a change; a stranger who registers the former address sees none of it', async () => {
    await fill();
    const before = await seenBy(ana.cookies);
    expect(before).toMatchObject({ listed: [first], messages: 1, meetings: 1, issued: 1 });
    await changeEmail(ana.cookies);
    expect(await seenBy(ana.cookies)).toEqual(before);
    world.advance(7 * DAY);
    const stranger = await makeUser();
    expect(stranger.email).toBe(OLD);
    expect(await seenBy(stranger.cookies)).toEqual(nothing);
    expect(
      (await api(`/api/guarantees/mine/${first}`, { method: 'DELETE', cookies: stranger.cookies }))
        .status,
    ).toBe(404);
  });

  test('is joined by what the new address had sent before, and only that stays there when the change is undone', async () => {
    await fill();
    const guest = await sendRequest({ ...publicBody, email: NEW_EMAIL });
    world.advance(1000);
    const before = await seenBy(ana.cookies);
    await changeEmail(ana.cookies);
    const both = await seenBy(ana.cookies);
    expect(both.listed).toEqual([guest.submissionId, first]);
    world.advance(1000);
    const later = await sendRequest({ ...publicBody, email: NEW_EMAIL });
    const back = await undo();
    expect((await seenBy(back)).listed).toEqual([later.submissionId, first]);
    expect(await seenBy(back)).toMatchObject({ messages: before.messages, issued: before.issued });
    const other = await makeUser({ email: NEW_EMAIL });
    expect((await seenBy(other.cookies)).listed).toEqual([guest.submissionId]);
  });

  test('returns to the account when the oldest address undoes two changes at once', async () => {
    await fill();
    const before = await seenBy(ana.cookies);
    await changeEmail(ana.cookies);
    await changeEmail(ana.cookies, 'ana@tercera.cl');
    expect(await seenBy(ana.cookies)).toEqual(before);
    expect(await seenBy(await undo())).toEqual(before);
  });

  test('shows its payment without another payer’s name after a change, and begins a draft with the new address', async () => {
    const { cookies } = await makeAdvisor();
    const [lead] = await getDb().read.all<{ id: number }>(sql`select id from leads`);
    await requestPayment(cookies, { leadId: lead?.id, amount: 45_000 });
    await changeEmail(ana.cookies);
    browseAs(ana.cookies);
    const page = textOf(await renderPage(RequestPage, { id: String(first) }));
    expect(page).toContain('45.000');
    expect(page).not.toContain(NEW_EMAIL);
    const again = await postForm(`/panel/solicitudes/${first}/otra`, {
      form: {},
      cookies: ana.cookies,
    });
    expect(again.headers.get('location')).toMatch(/^\/gestiona-tu-garantia\//);
    const [draft] = await getDb().read.all<{ email: string }>(
      sql`select answers ->> '$.values.email' as email from drafts`,
    );
    expect(draft?.email).toBe(NEW_EMAIL);
  });

  test('is erased with the account, including what its former addresses still hold', async () => {
    const between = 'ana@segunda.cl';
    await changeEmail(ana.cookies, between);
    await changeEmail(ana.cookies);
    for (const email of [OLD, between]) await insertLead({ email });
    const json = { sent: 'erase' };
    expect((await api('/api/account/delete', { json, cookies: ana.cookies })).status).toBe(200);
    const storedRows =
      await getDb().read.all(sql`select email from leads where email <> '' union all select email from submissions
      union all select former from email_changes`);
    expect(storedRows).toEqual([]);
  });

  test('keeps its CRM contact and waiting tender news after a change; undoing it restores the contact’s address', async () => {
    await getDb().write(async (tx) => {
      await tx.run(sql`insert into crm_contacts (email, contact_id) values (${OLD}, 'c-1')`);
      await tx.run(sql`insert into tender_news (address, lead_id, detail, at)
        select 'before', id, '{}', 1 from leads`);
    });
    await changeEmail(ana.cookies);
    const rows = () => getDb().read.all<{ email: string }>(sql`select email from crm_contacts`);
    expect(await rows()).toEqual([{ email: NEW_EMAIL }]);
    const [news] = await getDb().read.all<{ address: string }>(
      sql`select address from tender_news`,
    );
    expect(news?.address).toHaveLength(43);
    await undo();
    expect(await rows()).toEqual([{ email: OLD }]);
  });
});
