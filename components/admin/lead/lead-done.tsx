import { wasRepeated } from '#components/admin/lead/lead-done-text.ts';
import { fromList, type LeadPartProps } from '#components/admin/lead/lead-form.ts';
import { DoneNotice } from '#components/ui/done-notice.tsx';

type Props = Pick<LeadPartProps, 'lead' | 'me' | 'list' | 'now'> & {
  email: string;
  query: Record<string, string>;
  next: string | undefined;
  children: string | undefined;
};

/** Shows the notice of an act on a lead below its heading, with a button that undoes the act. */
export function LeadDone({ next, children, ...act }: Props) {
  return (
    // Stays at the top of the screen while the page scrolls, on narrow screens at the bottom.
    <div className="z-3 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:px-3 lg:sticky lg:top-2">
      <DoneNotice tight undo={undoOf(act)} next={next}>
        {children}
      </DoneNotice>
    </div>
  );
}

function undoOf({ lead, list, query, email, now }: Omit<Props, 'next' | 'children'>) {
  const { aviso = '', antes } = query;
  const backSearchParams = fromList(list);
  const leadPath = `/admin/leads/${lead.id}`;
  if (lead.erasedAt !== null || wasRepeated(aviso, { lead, email, now })) return null;
  if (aviso === 'atendida' || aviso === 'abierta') return undoHandledForm(lead, list);
  // If the note also assigned the lead, that is the event after it.
  const note = lead.events
    .slice(0, 2)
    .find(({ event, actor }) => event.kind === 'note' && actor === email);
  if (aviso === 'nota' && note) {
    return { action: `${leadPath}/nota/quitar${backSearchParams}`, fields: { nota: `${note.id}` } };
  }
  if (antes === undefined) return null;
  const hecha = aviso === 'estado' ? 'estados' : 'asignadas';
  const fields = { hecha, lead: `${lead.id}`, [`lead-${lead.id}`]: antes, a: lead.state };
  return { action: `/admin/deshacer${backSearchParams}`, fields };
}

export function undoHandledForm(lead: LeadPartProps['lead'], list: string) {
  return {
    action: `/admin/leads/${lead.id}/atendida${fromList(list)}`,
    fields: { handled: lead.handledAt === null ? 'yes' : 'no', seen: lead.state },
  };
}
