import { beforeEach, expect } from 'vitest';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import InboxPage from '#app/admin/page.tsx';
import { sweepPending } from '#lib/domain/requests/leads/writes/update-pending.ts';
import { parseInboxPage } from '#lib/domain/requests/team/list-query.ts';
import { listInboxPage } from '#lib/domain/requests/team/reads/list-inbox-page.ts';
import type { LeadRow } from '#lib/domain/requests/team/schema.ts';
import { type Advisor, advisorForTest, makeAdvisor, newSession } from '#tests/support/advisors.ts';
import { api, cookiesOf } from '#tests/support/call.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { eventsOf } from '#tests/support/leads.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { type ResendStandIn, startResend } from '#tests/support/providers/resend.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { createWorld, type World, worldForTest } from '#tests/support/world.ts';

type Fields = Record<string, string>;

/** Makes for each test a world without rate limits, and an advisor who uses the team's pages. */
export function adminAreaForTest(variables: Record<string, string> = {}) {
  const world = worldForTest({ ...variables, RATE_LIMITS: 'off' });
  const ana = advisorForTest('ana@resguardo.cl');
  beforeEach(() => browseAs(ana.cookies));
  const inbox = (query: Fields = {}) => renderPage(InboxPage, {}, query);
  const post = (path: string, form: Fields = {}) =>
    postForm(`/admin/${path}`, { form, cookies: ana.cookies });
  const ask = async (query: Fields = {}) => {
    const path = `/api/admin/leads?${new URLSearchParams(query)}`;
    const response = await api(path, { cookies: ana.cookies });
    expect(response.status, path).toBe(200);
    const { data } = await response.json();
    return data as { leads: LeadRow[]; before: number | null; lookedAt?: number };
  };
  return {
    world,
    ana,
    inbox,
    lead: (id: number, query: Fields = {}) => renderPage(LeadPage, { id: `${id}` }, query),
    /** Returns the cells of each row of the inbox, without markup. */
    rows: async (query?: Fields): Promise<string[][]> =>
      [...(await inbox(query)).matchAll(/<tr role="row" class="list-row".*?<\/tr>/gs)].map(
        ([row]) =>
          [...row.matchAll(/<td.*?<\/td>/gs)].map(([cell]) => cell.replace(/<[^>]+>/g, '').trim()),
      ),
    /** Returns the leads on one page of a list. */
    listed: async (query: Fields): Promise<number[]> => {
      const page = await listInboxPage(parseInboxPage(query), { me: ana.id, now: world.now() });
      return page.leads.map(({ id }) => id);
    },
    ask,
    /** Returns every id of a list of the API, page after page. */
    askAll: async (query: Fields = {}): Promise<number[]> => {
      const ids: number[] = [];
      for (let before: number | string | null = ''; before !== null; ) {
        const page = await ask({ ...query, before: `${before}` });
        ids.push(...page.leads.map(({ id }) => id));
        before = page.before;
      }
      return ids;
    },
    post,
    /** Acts on a lead through the API. */
    send: (action: string, id: number | string, json: object): Promise<Response> =>
      api(`/api/admin/leads/${id}/${action}`, { json, cookies: ana.cookies }),
    /** Presses a button of a page and returns the page that it leads to. */
    press: async (path: string, form: Fields) => {
      const response = await post(path, form);
      const place = new URL(response.headers.get('location') ?? '', 'http://localhost');
      browseAs({ ...ana.cookies, ...cookiesOf(response) });
      return { path: place.pathname, query: Object.fromEntries(place.searchParams) };
    },
    /** Advances the clock, runs the sweeper and logs in again, because the session may be over. */
    pass: async (ms: number) => {
      world.advance(ms);
      await sweepPending(world.now());
      ana.cookies = await newSession(ana.id, 'admin');
      browseAs(ana.cookies);
    },
  };
}

/** Returns the heading of a lead's page, with its acts. */
export function pageHeading(page: string): string {
  return page.split('lg:sticky')[1]?.split('id="acciones"')[0] ?? '';
}

/** Returns the first button in the heading of a lead's page. */
export function primaryButton(page: string) {
  return [...pageHeading(page).matchAll(/<(?:a|button)[^>]*btn-primary[^>]*>([^<]+)/g)].map(
    ([, label]) => label,
  );
}

/** Opens the admin area of an advisor in a world whose mail goes to the stand-in. */
export async function openAdminArea(more: Record<string, string> = {}) {
  const resend: ResendStandIn = await startResend();
  const world: World = createWorld({ ...resend.variables, ...more, RATE_LIMITS: 'off' });
  const ana: Advisor = await makeAdvisor('ana@resguardo.cl');
  return {
    resend,
    world,
    ana,
    post: (action: string, id: number, form: Record<string, string>) =>
      postForm(`/admin/leads/${id}/${action}`, { form, cookies: ana.cookies }),
    undo: (form: Record<string, string>) =>
      postForm('/admin/deshacer', { form, cookies: ana.cookies }),
    deliver: deliverDue,
    /** Returns the mails that reached the applicant. */
    toApplicant: () => resend.received.filter(({ to }) => [to].flat()[0] === publicBody.email),
  };
}

/** Returns a lead's history, oldest first. */
export const eventKindsOf = async (id: number) => (await eventsOf(id)).map(({ kind }) => kind);
