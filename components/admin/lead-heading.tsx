import { fromList, LEAD_FORM } from '#components/admin/lead-form.ts';
import { LeadNeighbours, type Neighbours } from '#components/admin/lead-neighbours.tsx';
import { assigneeText, nameOf, type ShownLead } from '#components/admin/lead-table.tsx';
import { LeadTags } from '#components/admin/lead-tags.tsx';
import { ClosingText } from '#components/admin/lead-times.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { leadKindCopy } from '#lib/domain/leads/copy.ts';
import { formatDateTime, formatPhone } from '#lib/platform/format.ts';

type Props = {
  lead: ShownLead & { phone: string | null };
  me: string;
  list: string;
  near: Neighbours;
  now: number;
};

export function LeadHeading({ lead, me, list, near, now }: Props) {
  const handled = lead.handledAt !== null;
  const { id, kind, state, wait, submissionId, company, phone, erasedAt, tenderId, closesAt } =
    lead;
  const goesOn = wait === 'paid' || wait === 'accepted';
  const isNext = {
    approve: goesOn && state !== 'aprobada',
    record: goesOn && state === 'aprobada',
  };
  return (
    <div className="mb-8">
      <div className="flex flex-wrap items-start justify-between gap-x-5">
        <BackLink
          href={`/admin${list && `?${list}`}#fila-${lead.id}`}
          label="Volver a la bandeja"
        />
        <LeadNeighbours near={near} list={list} />
      </div>
      <p className="mb-1 text-sm font-semibold text-copper">
        {submissionId === null ? leadKindCopy[kind] : `Solicitud N.º ${submissionId}`}
      </p>
      <h1 className="text-2xl wrap-anywhere">{nameOf(lead)}</h1>
      {company && <p className="mt-1 text-lg wrap-anywhere text-ink-soft">{company}</p>}
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <LeadTags {...lead} />
        <p className="text-sm wrap-anywhere text-ink-soft tabular-nums">
          {formatDateTime(lead.createdAt)} · {assigneeText(lead, me)}
        </p>
        {closesAt !== null && (
          <p className="text-sm">
            {tenderId} <ClosingText closesAt={closesAt} now={now} />
          </p>
        )}
      </div>
      {erasedAt === null ? (
        <div className="mt-5 flex flex-wrap gap-3">
          {isNext.approve && (
            <form
              method="post"
              action={`/f/admin/leads/${id}/estado${fromList(list)}`}
              data-once=""
            >
              <input type="hidden" name="era" value={state} />
              <Button name="state" value="aprobada" compact>
                Aprobar
              </Button>
            </form>
          )}
          {isNext.record && recordLink('primary')}
          <Button
            form={LEAD_FORM}
            formAction={`/f/admin/leads/${id}/atendida${fromList(list)}`}
            name="handled"
            value={handled ? 'no' : 'yes'}
            variant={handled || isNext.approve || isNext.record ? 'secondary' : 'primary'}
            compact
          >
            {handled ? 'Abrir otra vez' : 'Marcar como atendida'}
          </Button>
          {state === 'aprobada' && !isNext.record && recordLink('secondary')}
          <LinkButton href="#respuesta" variant="secondary" compact data={{ 'data-key': 'r' }}>
            Responder
          </LinkButton>
          {phone && (
            <LinkButton href={`tel:${phone.replace(/[^\d+]/g, '')}`} variant="secondary" compact>
              Llamar al {formatPhone(phone)}
            </LinkButton>
          )}
          <LinkButton href="#assignedTo" variant="secondary" compact data={{ 'data-key': 'a' }}>
            Asignar o anotar
          </LinkButton>
        </div>
      ) : (
        <p className="mt-5 max-w-text">
          Los datos de esta persona se borraron el {formatDateTime(erasedAt)}. Quedan el número, el
          tipo, el estado y las fechas.
        </p>
      )}
    </div>
  );
}

function recordLink(variant: 'primary' | 'secondary') {
  return (
    <LinkButton href="#emision" variant={variant} compact>
      Registrar emisión
    </LinkButton>
  );
}
