import type { Template } from '#lib/domain/requests/team/copy.ts';

type Props = {
  label: string;
  templates: readonly Template[];
  leadId: number;
  list: string;
  anchor: 'respuesta' | 'reason';
};

/** Links that reload the page with a template in the field, so that they work without scripts. */
export function TemplateLinks({ label, templates, leadId, list, anchor }: Props) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-x-4 text-sm">
        {templates.map(({ id, label }) => {
          const query = new URLSearchParams({ plantilla: id, ...(list && { lista: list }) });
          return (
            <li key={id}>
              <a href={`/admin/leads/${leadId}?${query}#${anchor}`} className="inline-block py-1.5">
                {label}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
