import { leadHref } from '#components/admin/lead-form.ts';

export type Neighbours = { previous: number | null; next: number | null };
type Props = { near: Neighbours; list: string };

export function LeadNeighbours({ near: { previous, next }, list }: Props) {
  if (previous === null && next === null) return null;
  return (
    <nav aria-label="En la lista" className="flex gap-5">
      {previous !== null && (
        <a href={leadHref(previous, list)} data-key="k" className="inline-block py-2">
          <span aria-hidden="true">←</span> Anterior
        </a>
      )}
      {next !== null && (
        <a href={leadHref(next, list)} data-key="j e" className="inline-block py-2">
          Siguiente <span aria-hidden="true">→</span>
        </a>
      )}
    </nav>
  );
}
