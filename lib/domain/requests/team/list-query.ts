import { z } from 'zod';
import { inboxViews, statusChoices, turnChoices } from '#lib/domain/requests/team/rules.ts';
import { type InboxFilter, inboxFilter } from '#lib/domain/requests/team/schema.ts';
import { optional, parseValid } from '#lib/platform/operations/fields.ts';

/** The filter of the inbox page: `status` replaces `state` and `handled` of the API. */
export const inboxFilterOfPage = inboxFilter.omit({ state: true, handled: true }).extend({
  status: optional(z.enum(statusChoices)).describe(
    'Where a lead stands, in one word; `abiertas`: all that still ask for work; `atrasadas`: without an answer for a working day.',
  ),
  turn: optional(z.enum(turnChoices)).describe(
    'Whose turn it is: `answer` and `issue` are ours, `applicant` is theirs; `ours`: all that asks for an act of the team.',
  ),
  /**
   * Selects leads with a deadline in the future, soonest first. The deadline is the closing of the
   * tender or the first day of the guarantee.
   */
  closing: optional(z.enum(['week', 'open'])),
});
export type ListFilter = Partial<z.infer<typeof inboxFilterOfPage> & InboxFilter>;

const inboxListQuery = inboxFilterOfPage.extend({
  sort: optional(z.enum(['urgent', 'newest', 'oldest', 'closing', 'waiting'])),
  before: optional(z.string().regex(/^([cp]?\d{1,15}|\d{1,15}-\d{1,15})$/)),
});
export type InboxPage = z.infer<typeof inboxListQuery>;

/** The search params of a page, parsed or as text. */
type SearchParams = Record<string, string> | string | undefined;

/**
 * Parses the query of the inbox page. Ignores invalid values and reads queries of earlier releases.
 * An empty query gives the view `now`.
 */
export function parseInboxPage(page: SearchParams): InboxPage {
  return typeof page === 'object'
    ? parseFields(page)
    : parseFields(Object.fromEntries(new URLSearchParams(page)));
}

function parseFields({ state, handled, ...query }: Record<string, string>): InboxPage {
  const { status = handled === 'no' ? 'por_atender' : state, ...rest } = query;
  const filter = status ? { ...rest, status } : rest;
  const { before, ...page } = parseValid(inboxListQuery, filter);
  const place = before ? { before } : {};
  if (!Object.values(page).some(Boolean))
    return { ...parseValid(inboxListQuery, inboxViews.now), ...place };
  if (!page.q || !isNow({ turn: page.turn, sort: page.sort })) return { ...page, ...place };
  const { turn: _, sort: __, ...search } = page;
  return { ...search, ...place };
}

const isNow = (page: object) => searchParamsOf(page) === `${new URLSearchParams(inboxViews.now)}`;

function searchParamsOf(page: object): string {
  return `${new URLSearchParams(Object.entries(page).filter(([, value]) => value))}`;
}

/**
 * Returns the search params of a list in their standard form. The page of a lead uses them in its link back to
 * the list.
 */
export function inboxSearchParams(searchParams: SearchParams): string {
  const { before, sort, ...filter } = parseInboxPage(searchParams);
  if (isNow({ ...filter, sort })) return searchParamsOf({ before });
  const isDefaultSort = sort === 'newest' && searchParamsOf(filter) !== '';
  return searchParamsOf({ ...filter, sort: isDefaultSort ? undefined : sort, before });
}

const MAX_CHOSEN_LEADS = 50;

/** Parses a form with a field `lead-<id>` per ticked box into `ids` and the other fields. */
export function withChosenLeads<S extends z.ZodRawShape>(shape: S) {
  return z.looseObject(shape).transform((fields, ctx) => {
    const names = Object.keys(fields).flatMap((name) => /^lead-(\d{1,15})$/.exec(name)?.[1] ?? []);
    const ids = names.map(Number);
    if (ids.length > 0 && ids.length <= MAX_CHOSEN_LEADS) return { ...fields, ids };
    const message =
      ids.length > 0 ? `Elige hasta ${MAX_CHOSEN_LEADS}.` : 'Elige al menos una de la lista.';
    ctx.addIssue({ code: 'custom', path: ['ids'], message });
    return z.NEVER;
  });
}
