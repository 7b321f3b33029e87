import { leadNameOf } from '#components/admin/inbox/lead-columns.tsx';
import { leadHref } from '#components/admin/lead/lead-form.ts';
import { LeadTag } from '#components/admin/lead/lead-tags.tsx';
import { ClosingText } from '#components/admin/lead/lead-times.tsx';
import { TimeAgo } from '#components/ui/time.tsx';
import { leadNumberOf } from '#lib/domain/requests/team/rules.ts';
import {
  leadClosing,
  type Neighbours,
  requestedSummary,
  type StoredLead,
} from '#lib/domain/requests/team/view.ts';

type Props = {
  leads: readonly StoredLead[];
  current: StoredLead;
  neighbours: Neighbours;
  list: string;
  now: number;
};

/** Number of leads that are listed before the current one, and total number. */
const AROUND = { before: 4, all: 14 };

/**
 * Lists the leads around the current one, on wide screens. If an act removed the current lead from
 * the filtered list, it is put back at its former place, so that the advisor does not lose the
 * position.
 */
export function LeadListSidebar({ leads: listedLeads, current, neighbours, list, now }: Props) {
  const leads = [...listedLeads];
  if (!leads.some(({ id }) => id === current.id)) {
    const previousIndex = leads.findIndex(({ id }) => id === neighbours.previous);
    const nextIndex = leads.findIndex(({ id }) => id === neighbours.next);
    leads.splice(previousIndex < 0 ? Math.max(0, nextIndex) : previousIndex + 1, 0, current);
  }
  const currentIndex = leads.findIndex(({ id }) => id === current.id);
  const firstIndex = Math.max(0, Math.min(currentIndex - AROUND.before, leads.length - AROUND.all));
  return (
    <nav aria-label="Alrededor en la lista" className="hidden w-56 shrink-0 items-start desk:flex">
      <ul className="sticky top-0 w-full border-t border-line-strong">
        {leads.slice(firstIndex, firstIndex + AROUND.all).map((lead) => (
          <li key={lead.id} className="border-b border-line last:border-b-0">
            <a
              href={leadHref(lead.id, list)}
              aria-current={lead.id === current.id ? 'page' : undefined}
              className="block px-2 py-2 text-sm text-ink no-underline hover:bg-sunken aria-[current]:bg-brand-tint"
            >
              <span className="flex justify-between gap-2">
                <span className="truncate font-semibold">{leadNameOf(lead)}</span>
                <ClosingOrArrival {...{ lead, now }} />
              </span>
              <span className="block truncate text-ink-soft">
                N.º {leadNumberOf(lead)}
                {requestedSummary(lead).types && ` · ${requestedSummary(lead).types}`}
              </span>
              <span className="flex flex-wrap justify-between gap-x-2">
                <span className="max-w-full truncate">
                  {requestedSummary(lead).short || (lead.company ?? lead.email)}
                </span>
                <LeadTag {...{ lead, now }} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Shows when the tender closes, or else when the lead arrived. */
function ClosingOrArrival({ lead, now }: { lead: StoredLead; now: number }) {
  const closing = leadClosing(lead);
  return (
    <span className="shrink-0 text-ink-soft">
      {closing ? (
        <ClosingText {...closing} now={now} isShort />
      ) : (
        <TimeAgo at={lead.createdAt} now={now} />
      )}
    </span>
  );
}
