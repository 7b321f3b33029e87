import type { TableColumn } from '#components/list/list-table.tsx';
import {
  type PersonEvent,
  personEventColumns,
} from '#lib/domain/requests/team/reads/person-events.ts';

export const eventColumns = [
  ...personEventColumns,
  {
    label: 'Qué pasó',
    cell: ({ line: { title, text } }) => (
      <span className="wrap-anywhere lg:whitespace-normal">
        <span className="font-semibold">{title}</span>
        {text && <span className="block whitespace-pre-line text-ink-soft">{text}</span>}
      </span>
    ),
  },
] satisfies readonly TableColumn<PersonEvent>[];
