import { ActFor } from '#components/company/acting-menu.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { urgentDocumentsText } from '#lib/domain/alerts/copy.ts';
import type { ActingAccount } from '#lib/domain/dashboard/rules.ts';
import { formatCount } from '#lib/platform/chile/format.ts';

const MAX_SCOPES = 3;

/**
 * Shows other account holders with open tasks, up to `MAX_SCOPES`. The menu counts those of the
 * rest.
 */
export function OtherScopes({ scopes }: { scopes: readonly ActingAccount[] }) {
  const urgentScopes = scopes
    .filter(
      ({
        isCurrent,
        urgentCount: pressing,
        guaranteesToActOn: ending,
        requests,
        duePayments: due,
      }) => !isCurrent && pressing + ending + requests + due > 0,
    )
    .sort(
      (a, b) =>
        b.duePayments - a.duePayments ||
        b.requests - a.requests ||
        b.guaranteesToActOn - a.guaranteesToActOn ||
        b.urgentCount - a.urgentCount,
    )
    .slice(0, MAX_SCOPES);
  if (urgentScopes.length === 0) return null;
  return (
    <ul className="mb-5 rounded-lg border border-line bg-surface px-5 sm:px-6">
      {urgentScopes.map(({ id, name, ...counts }) => (
        <li
          key={id}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3 last:border-b-0"
        >
          <Icon name="clock" className="size-6 text-warning" />
          <p className="min-w-0 flex-1 wrap-anywhere">{`En ${name}: ${waitingText(counts)}.`}</p>
          <ActFor id={id}>
            Ver<VisuallyHidden> lo de {name}</VisuallyHidden>
          </ActFor>
        </li>
      ))}
    </ul>
  );
}

function waitingText({
  urgentCount,
  guaranteesToActOn,
  requests,
  duePayments,
}: Omit<ActingAccount, 'id' | 'name' | 'isCurrent'>): string {
  const paymentsText = formatCount(duePayments, 'pago pendiente', 'pagos pendientes');
  const guaranteesText = formatCount(
    guaranteesToActOn,
    'garantía por atender',
    'garantías por atender',
  );
  const requestsText = formatCount(requests, 'solicitud por atender', 'solicitudes por atender');
  const parts = [
    duePayments > 0 && paymentsText,
    requests > 0 && requestsText,
    guaranteesToActOn > 0 && guaranteesText,
    urgentCount > 0 && urgentDocumentsText(urgentCount),
  ];
  return new Intl.ListFormat('es-CL').format(parts.filter((part) => part !== false));
}
