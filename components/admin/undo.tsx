import { assigneeText } from '#components/admin/lead-table.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { leadStatusCopy } from '#lib/domain/inbox/copy.ts';
import { statusOf } from '#lib/domain/inbox/rules.ts';

type Props = {
  children: string | undefined;
  /** What gives back the values from before; nothing where they are not known. */
  back: { action: string; fields: Record<string, string>; label?: string } | null;
  next?: string | undefined;
};

/** What was just done, with the way back. */
export function DoneWithUndo({ children, back, next }: Props) {
  if (!children) return null;
  const action = back?.action;
  return (
    <div className="mb-5" data-done="" tabIndex={-1}>
      <Notice tone="success" role="status">
        <form
          method="post"
          action={action}
          data-once=""
          className="flex flex-wrap items-center gap-x-4 gap-y-2"
        >
          <p>{children}</p>
          {back && (
            <>
              {Object.entries(back.fields).map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
              <Button variant="secondary" compact>
                {back.label ?? 'Deshacer'}
              </Button>
            </>
          )}
          {next && (
            <a href={next} className="py-1.5">
              Ver la siguiente
            </a>
          )}
        </form>
      </Notice>
    </div>
  );
}

type Undone = {
  lead: Parameters<typeof assigneeText>[0] & Parameters<typeof statusOf>[0];
  me: string;
};

export function undoneText({ hecha, hechas, fuera }: Record<string, string>, { lead, me }: Undone) {
  const status = `«${leadStatusCopy[statusOf(lead)]}»`;
  if (fuera === '1') return `No la cambiamos: mientras tanto pasó a ${status}.`;
  if (hechas !== '1') return 'No cambió nada: ya estaba como antes.';
  const holder = assigneeText(lead, me);
  return hecha === 'estados'
    ? `Deshiciste el cambio de estado: está otra vez ${status}, ${holder}.`
    : `Deshiciste la asignación: está otra vez ${holder}.`;
}
