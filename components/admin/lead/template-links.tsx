import { templateQuery } from '#components/admin/lead/chosen-template.ts';
import type { LeadPartProps } from '#components/admin/lead/lead-form.ts';
import type { Template } from '#lib/domain/requests/team/template-copy.ts';

type Props = Pick<LeadPartProps, 'lead' | 'list'> & {
  label: string;
  templates: readonly Template[];
  query: Record<string, string>;
  anchor: 'respuesta' | 'reason';
};

/** Links that reload the page with a template in the field, so that they work without scripts. */
export function TemplateLinks({ label, templates, lead, list, query, anchor }: Props) {
  const lastEventId = lead.events[0]?.id;
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-x-4 text-sm">
        {templates.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`/admin/leads/${lead.id}?${templateQuery(id, { list, query, lastEventId })}#${anchor}`}
              className="inline-block py-1.5"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
