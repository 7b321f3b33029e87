import { DeliveryButton } from '#components/admin/delivery-button.tsx';
import { formatNumber } from '#components/admin/queue-table.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Form } from '#components/ui/form.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { deliveryName, reasonText } from '#lib/domain/deliveries/copy.ts';
import type { GivenUpGroup } from '#lib/domain/requests/team/view.ts';
import { formatCount, formatDateTime } from '#lib/platform/chile/format.ts';

export function DeadDeliveries({ groups }: { groups: readonly GivenUpGroup[] }) {
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  if (total === 0) return null;
  return (
    <Card
      title={`No se pudieron enviar: ${formatNumber(total)}`}
      aside={<RetryAll label="Reintentar todas" />}
    >
      <p>Corrige primero el motivo. Al reintentar, cada una vuelve a tener todos sus intentos.</p>
      {groups.map((group) => (
        <section key={`${group.kind} ${group.reason}`} className="mt-6">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h3 className="font-semibold wrap-anywhere">
              {deliveryName(group.kind)}: {formatNumber(group.total)}
              <span className="block font-normal text-danger">{reasonText(group.reason)}</span>
            </h3>
            <RetryAll kind={group.kind} label="Reintentar este tipo" />
          </div>
          <ul className="mt-2 border-t border-line">
            {group.newest.map((row) => (
              <DeadRow key={row.id} row={row} group={group} />
            ))}
          </ul>
          <p className="mt-2 text-sm text-ink-soft">
            {group.total > group.newest.length &&
              `Se muestran las ${group.newest.length} más recientes. `}
            <a
              href={`/admin/entregas?state=dead&kind=${group.kind}#resultados`}
              className="inline-block py-1"
            >
              Ver a quién iban<VisuallyHidden>: {deliveryName(group.kind)}</VisuallyHidden>
            </a>
          </p>
        </section>
      ))}
    </Card>
  );
}

function DeadRow({ row, group }: { row: GivenUpGroup['newest'][number]; group: GivenUpGroup }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <a href={`/admin/entregas/${row.id}`} className="inline-block py-1">
            Envío {row.id}
          </a>{' '}
          · {row.to ?? 'Ya no hay dirección'}
        </p>
        {row.leadId !== null && (
          <p className="flex flex-wrap gap-x-4">
            <a href={`/admin/leads/${row.leadId}`} className="inline-block py-1">
              Ver de quién es
              <VisuallyHidden> el envío {row.id}</VisuallyHidden>
            </a>
            {row.isCorrectable && (
              <a href={`/admin/leads/${row.leadId}/correo`} className="inline-block py-1">
                Corregir el correo
                <VisuallyHidden> del envío {row.id}</VisuallyHidden>
              </a>
            )}
          </p>
        )}
        <p className="text-sm text-ink-soft">
          {row.settledAt !== null && `${formatDateTime(row.settledAt)} · `}
          {formatCount(row.attempts, 'intento', 'intentos')}
        </p>
      </div>
      <DeliveryButton id={row.id} kind={group.kind} state="dead" lastError={group.reason} />
    </li>
  );
}

function RetryAll({ kind, label }: { kind?: string; label: string }) {
  return (
    <Form action="/admin/entregas/reintentar">
      {kind && <input type="hidden" name="kind" value={kind} />}
      <Button variant="secondary" compact>
        {label}
        {kind && <VisuallyHidden>: {deliveryName(kind)}</VisuallyHidden>}
      </Button>
    </Form>
  );
}
