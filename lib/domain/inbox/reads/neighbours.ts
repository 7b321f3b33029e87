import { type InboxPage, readInboxPage } from '#lib/domain/inbox/desk-schema.ts';
import { listByClosing, listClosing, placeOf } from '#lib/domain/inbox/reads/list-closing.ts';
import { listLeads } from '#lib/domain/inbox/reads/list-leads.ts';
import { leadRows, listed } from '#lib/domain/inbox/reads/rows.ts';
import { getDb } from '#lib/platform/db/client.ts';

/** A page of the inbox in the order that was asked for. */
export async function listPage(page: InboxPage, { me, now }: { me: string; now: number }) {
  const { before, sort, ...filter } = page;
  if (filter.q || (!filter.closing && sort !== 'closing')) {
    return listLeads(filter, { me, before: idOf(before), oldest: sort === 'oldest' });
  }
  return (filter.closing ? listClosing : listByClosing)(filter, { me, now, before });
}

export type Neighbours = { previous: number | null; next: number | null };

/**
 * The leads before and after one in the list that it was opened from (`inboxQuery`), also once it
 * has left that list. A search knows what is before it on the same page only.
 */
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
  if (filter.closing || sort === 'closing') {
    const [lead] = await leadRows(getDb().read, listed([id]));
    if (!lead || (filter.closing && !lead.closesAt)) return { previous: null, next: null };
    const isBehind = !filter.closing && (lead.closesAt ?? 0) <= now;
    const place = isBehind ? `${id}` : placeOf(lead).join('-');
    const following = await listPage({ ...page, before: place }, { me, now });
    const asked = { me, limit: 1 };
    const newer = isBehind
      ? await listLeads(filter, { ...asked, before: id, oldest: true, closedBy: now })
      : null;
    const sooner = await listClosing(
      { ...filter, closing: filter.closing ?? 'open' },
      { ...asked, now, before: isBehind ? undefined : place, backwards: true },
    );
    const [previous] = [...(newer?.leads ?? []), ...sooner.leads];
    return { previous: previous?.id ?? null, next: following.leads[0]?.id ?? null };
  }
  const older = await listLeads(filter, { me, before: id, limit: 1 });
  const newer = await listLeads(filter, { me, before: id, limit: 1, oldest: true });
  const ids = [newer, older].map(({ leads }) => leads[0]?.id ?? null);
  const [previous = null, next = null] = sort ? ids.reverse() : ids;
  return { previous, next };
}

/** Where a page of a list by ids begins. */
function idOf(before: string | undefined): number | undefined {
  return /^\d+$/.test(before ?? '') ? Number(before) : undefined;
}
