import { type InboxPage, readInboxPage } from '#lib/domain/inbox/desk-schema.ts';
import { listLeads } from '#lib/domain/inbox/reads/list-leads.ts';
import {
  hasTime,
  isOldestBehind,
  type Leader,
  leadingPlaceOf,
  listLeading,
  listLed,
} from '#lib/domain/inbox/reads/list-led.ts';
import { leadRows, listed } from '#lib/domain/inbox/reads/rows.ts';
import { getDb } from '#lib/platform/db/client.ts';

export async function listPage(page: InboxPage, { me, now }: { me: string; now: number }) {
  const { before, sort, ...filter } = page;
  const by = leaderOf(page);
  if (!by) return listLeads(filter, { me, before: idOf(before), oldest: sort === 'oldest' });
  return (filter.closing ? listLeading : listLed)(by, filter, { me, now, before });
}

/** A search has one order, and what has still to close is listed by that. */
function leaderOf({ q, closing, sort }: InboxPage): Leader | null {
  if (q) return null;
  if (closing) return 'closing';
  return sort === 'closing' || sort === 'waiting' || sort === 'urgent' ? sort : null;
}

export type Neighbours = { previous: number | null; next: number | null };

/** Works when the lead has left that list, too. A search knows only the same page. */
export async function neighboursOf(
  list: string,
  { id, me, now }: { id: number; me: string; now: number },
): Promise<Neighbours> {
  const page = readInboxPage(Object.fromEntries(new URLSearchParams(list)));
  const { before, sort, ...filter } = page;
  if (filter.q) {
    const { leads } = await listPage(page, { me, now });
    const at = leads.findIndex((lead) => lead.id === id);
    const next = leads[at + 1];
    if (at >= 0 && next) return { previous: leads[at - 1]?.id ?? null, next: next.id };
    const following = await listLeads(filter, { me, before: id, limit: 1 });
    return { previous: leads[at - 1]?.id ?? null, next: following.leads[0]?.id ?? null };
  }
  const by = leaderOf(page);
  if (by) {
    const [lead] = await leadRows(getDb().read, listed([id]));
    const place = lead ? leadingPlaceOf(by, lead, now) : null;
    if (!lead || (filter.closing && !lead.dueAt)) return { previous: null, next: null };
    const following = await listPage({ ...page, before: place ?? `${id}` }, { me, now });
    const asked = { me, limit: 1 };
    const behind = { ...asked, before: id, without: hasTime(by, now) };
    const newer = place
      ? null
      : await listLeads(filter, { ...behind, oldest: !isOldestBehind(by) });
    const before = place ?? undefined;
    const sooner = await listLeading(by, filter, { ...asked, now, before, backwards: true });
    const [previous] = [...(newer?.leads ?? []), ...sooner.leads];
    return { previous: previous?.id ?? null, next: following.leads[0]?.id ?? null };
  }
  const older = await listLeads(filter, { me, before: id, limit: 1 });
  const newer = await listLeads(filter, { me, before: id, limit: 1, oldest: true });
  const ids = [newer, older].map(({ leads }) => leads[0]?.id ?? null);
  const [previous = null, next = null] = sort === 'oldest' ? ids.reverse() : ids;
  return { previous, next };
}

function idOf(before: string | undefined): number | undefined {
  return /^\d+$/.test(before ?? '') ? Number(before) : undefined;
}
