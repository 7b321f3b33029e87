import { fromList } from '#components/admin/lead/lead-form.ts';
import { findTemplate, type Template } from '#lib/domain/requests/team/template-copy.ts';
import type { Lead } from '#lib/domain/requests/team/view.ts';

type Query = Record<string, string>;

type LinkOptions = { list: string; query: Query; lastEventId: number | undefined };

/**
 * Returns the query of a link that fills in a template. `tras` is the last event that the page
 * shows. `otra` makes the link of the template that is already chosen another address, because a
 * browser does not reload the page for the same one.
 */
export function templateQuery(id: string, { list, query, lastEventId }: LinkOptions): string {
  const isChosen = query.plantilla === id && query.otra === undefined;
  const parameters = new URLSearchParams({
    plantilla: id,
    tras: `${lastEventId ?? 0}`,
    ...(isChosen && { otra: '1' }),
  });
  return `${parameters}${fromList(list, '&')}`;
}

type ChosenOptions = { lead: Lead; use: 'reply' | 'state' };

/**
 * Returns the template that the page's query names for a field. `usedBy` is set instead if it was
 * already sent, for example because the advisor went back to this address.
 */
export function chosenTemplateOf(
  query: Query,
  { lead, use }: ChosenOptions,
): { template?: Template; usedBy?: { at: number; actor: string } } {
  const template = findTemplate(query.plantilla);
  if (!template || (template.state === undefined) !== (use === 'reply')) return {};
  // Links of other pages have no `tras`. No id is greater than NaN.
  const lastSeenId = Number(query.tras);
  const usedBy = lead.events.find(({ id, event }) => event.kind === use && id > lastSeenId);
  return usedBy ? { usedBy } : { template };
}
