import { ListFilters } from '#components/list/list-filters.tsx';
import { leadKindCopy } from '#lib/domain/requests/leads/copy.ts';
import { inboxViewCopy, statusChoiceCopy } from '#lib/domain/requests/team/copy.ts';
import type { Advisor } from '#lib/domain/requests/team/view.ts';
import type { Filter } from '#lib/platform/operations/listing.ts';

type Props = {
  values: Record<string, string>;
  /** True for one of the views, whose tab already names the filter. */
  isView: boolean;
  advisors: readonly Advisor[];
  me: string;
};

const search = {
  name: 'q',
  label: 'Buscar',
  placeholder:
    'Nombre, correo, teléfono, RUT, empresa, institución, licitación, monto, póliza, mensaje',
};
/** Sort orders for phones, where the list has no column headings. */
const orders = [
  { label: 'Urgencia', sort: { asc: 'urgent' }, ways: ['', 'lo que más apremia primero'] as const },
  { label: 'Llegó', sort: { desc: 'newest', asc: 'oldest' } },
  {
    label: 'Cierra o rige',
    sort: { asc: 'closing' },
    ways: ['', 'lo más próximo primero'] as const,
  },
  { label: 'Espera', sort: { asc: 'waiting' }, ways: ['', 'lo que más espera primero'] as const },
];

export function InboxFilters({ values, isView, advisors, me }: Props) {
  return (
    <ListFilters
      path="/admin"
      values={isView ? {} : values}
      defaults={values}
      search={search}
      filters={filtersOf(advisors, me)}
      columns={orders}
    />
  );
}

const { now: ownTurn, answer, issue, applicant } = inboxViewCopy;

function filtersOf(advisors: readonly Advisor[], me: string): readonly Filter[] {
  const otherAdvisors = advisors
    .filter(({ id }) => id !== me)
    .map(({ id, email, name }) => [id, name ?? email]);
  const assignees = { me: 'Yo', nobody: 'Sin asignar', ...Object.fromEntries(otherAdvisors) };
  return [
    { name: 'status', label: 'Estado', choices: statusChoiceCopy },
    {
      name: 'turn',
      label: 'A quién le toca',
      allLabel: 'Cualquiera',
      choices: { ours: ownTurn, answer, issue, applicant },
    },
    { name: 'kind', label: 'Tipo', choices: leadKindCopy },
    {
      name: 'assigned',
      label: 'Quién la tiene',
      allLabel: 'Cualquiera',
      choices: assignees,
      chip: 'La tiene',
    },
    {
      name: 'closing',
      label: 'Cierra o rige',
      allLabel: 'Cualquiera',
      choices: { week: 'En 7 días', open: 'Después de hoy' },
      chip: 'Cierra o rige',
    },
    { name: 'from', label: 'Llegó desde' },
    { name: 'to', label: 'Llegó hasta' },
  ];
}
