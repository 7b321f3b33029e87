import type { ReactNode } from 'react';
import { StateBefore } from '#components/admin/lead-actions.tsx';
import { fromList, LEAD_FORM, type LeadPartProps, leadHref } from '#components/admin/lead-form.ts';
import { assigneeText, DuplicateLink, nameOf } from '#components/admin/lead-table.tsx';
import { LeadTag, leadTag } from '#components/admin/lead-tags.tsx';
import { ClosingText, urgencyTones } from '#components/admin/lead-times.tsx';
import { LastEvent, Watchers } from '#components/admin/lead-watch.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Button } from '#components/ui/button.tsx';
import { UnbrokenText } from '#components/ui/dated-text.tsx';
import { InPlaceForm } from '#components/ui/in-place.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { ownRemarkText } from '#lib/domain/law/copy.ts';
import type { Remark } from '#lib/domain/law/rules.ts';
import { leadKindCopy } from '#lib/domain/requests/leads/copy.ts';
import { isDecided } from '#lib/domain/requests/leads/rules.ts';
import { guaranteeParts } from '#lib/domain/requests/submissions/view.ts';
import { leadStatusCopy } from '#lib/domain/requests/team/copy.ts';
import {
  leadStatusOf,
  type NextAct,
  nextActOf,
  numberOf,
} from '#lib/domain/requests/team/rules.ts';
import {
  type Also,
  guaranteesOf,
  type Neighbours,
  unansweredTime,
} from '#lib/domain/requests/team/view.ts';
import { formatDateTime, formatPhone } from '#lib/platform/chile/format.ts';
import type { RequestState } from '#lib/platform/db/schema/request-states.ts';

type Props = LeadPartProps & {
  /** Number of leads of the same e-mail address. */
  total: number;
  /** Path of the page that records its next guarantee. */
  record: string;
  /** Lead that may be the same case. */
  also: Also | undefined;
  /** Remarks of the law on the requested guarantees. */
  remarks: readonly Remark[];
};

export function LeadHeading({ lead, me, list, now, total, record, ...more }: Props) {
  const { also, remarks } = more;
  const handled = lead.handledAt !== null;
  const { id, kind, state, submissionId, company, phone, erasedAt, tenderId, closesAt } = lead;
  const status = leadStatusCopy[leadStatusOf(lead)];
  const clock = unansweredTime(lead, now);
  // A handled request that is still in progress is not closed.
  const isUnderWay = handled && lead.wait !== null && !isDecided(state);
  const next = nextActOf(lead);
  const first: Record<NextAct, ReactNode> = {
    review: <MoveForm {...{ lead, list }} to="en_revision" label="Tomar en revisión" />,
    approve: <MoveForm {...{ lead, list }} to="aprobada" label="Aprobar" />,
    record: <RecordLink href={record} variant="primary" />,
    offer: (
      <LinkButton href="#price" compact>
        Enviar condiciones
      </LinkButton>
    ),
    answer: <AnswerLink variant="primary" />,
  };
  return (
    <div className="rounded-lg border border-line bg-surface p-4 shadow-raised sm:px-6">
      <p className="text-sm font-semibold text-ink-soft">
        {submissionId === null ? leadKindCopy[kind] : 'Solicitud'} N.º {numberOf(lead)}
      </p>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h1 className="text-xl wrap-anywhere">{nameOf(lead)}</h1>
        {company && <p className="wrap-anywhere text-ink-soft">{company}</p>}
      </div>
      {guaranteesOf(lead)
        .map(guaranteeParts)
        .map(({ type, amount, until }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a requested guarantee is its position
          <p key={n} className="mt-1 text-sm">
            <UnbrokenText text={`${type}: `} />
            <strong className="whitespace-nowrap">{amount}</strong>
            <UnbrokenText text={`, hasta el ${until}`} />
          </p>
        ))}
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <LeadTag lead={lead} />
        {clock && <p className={`text-sm ${urgencyTones[clock.tone]}`}>{clock.text}</p>}
        <p className="text-sm wrap-anywhere text-ink-soft">
          {[...(leadTag(lead).label === status ? [] : [status]), assigneeText(lead, me)].join(', ')}{' '}
          · <span className="whitespace-nowrap">{formatDateTime(lead.createdAt)}</span>
        </p>
        {erasedAt === null && (
          <a
            href={`/admin/personas?${new URLSearchParams({ q: lead.email })}`}
            className="py-1.5 text-sm"
          >
            {total > 1 ? `${total} solicitudes de esta persona` : 'Todo lo de esta persona'}
          </a>
        )}
        <DuplicateLink {...{ also, list }} />
        {closesAt !== null && (
          <p className="text-sm">
            <span className="whitespace-nowrap">{tenderId}</span>{' '}
            <ClosingText closesAt={closesAt} now={now} />
          </p>
        )}
      </div>
      {remarks.map((remark) => (
        <p key={remark} className="mt-2 text-sm">
          <Tag tone="warning">Ley 19.886</Tag> <UnbrokenText text={ownRemarkText(remark, 'Pide')} />
        </p>
      ))}
      {erasedAt === null ? (
        <div className="mt-4 flex flex-wrap gap-2">
          {next && first[next]}
          {state === 'rechazada' && (
            <MoveForm
              {...{ lead, list }}
              to="recibida"
              label="Abrir otra vez"
              variant="secondary"
            />
          )}
          {!isUnderWay && state !== 'rechazada' && (
            <Button
              form={LEAD_FORM}
              formAction={`/admin/leads/${id}/atendida${fromList(list)}`}
              name="handled"
              value={handled ? 'no' : 'yes'}
              variant="secondary"
              compact
            >
              {handled ? 'Abrir otra vez' : 'Marcar como atendida'}
            </Button>
          )}
          {state === 'aprobada' && next !== 'record' && (
            <RecordLink href={record} variant="secondary" />
          )}
          {next !== 'answer' && <AnswerLink variant="secondary" />}
          {kind === 'garantia' && !isDecided(state) && (
            <LinkButton href={refuseHref(id, list)} variant="secondary" compact>
              Rechazar
            </LinkButton>
          )}
          {phone && (
            <LinkButton href={`tel:${phone.replace(/[^\d+]/g, '')}`} variant="secondary" compact>
              Llamar<VisuallyHidden> al {formatPhone(phone)}</VisuallyHidden>
            </LinkButton>
          )}
          <LinkButton href="#assignedTo" variant="secondary" compact data={{ 'data-key': 'a' }}>
            Asignar o anotar
          </LinkButton>
        </div>
      ) : (
        <p className="mt-4 max-w-text">
          Los datos de esta persona se borraron el {formatDateTime(erasedAt)}. Quedan el número, el
          tipo, el estado y las fechas.
        </p>
      )}
    </div>
  );
}

/** Links to the list and to the previous and next leads. */
export function LeadNavigation({
  lead,
  list,
  near,
}: Pick<LeadPartProps, 'lead' | 'list'> & { near: Neighbours }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4">
      <BackLink href={`/admin${list && `?${list}`}#fila-${lead.id}`} label="Volver a la bandeja" />
      <Watchers />
      <LeadNeighbours near={near} list={list} />
    </div>
  );
}

type Near = { near: Neighbours; list: string };

function LeadNeighbours({ near: { previous, next }, list }: Near) {
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

/** Opens the state field with `rechazada` chosen and the focus on the reason. */
function refuseHref(id: number, list: string): string {
  const query = new URLSearchParams({ estado: 'rechazada', ...(list && { lista: list }) });
  return `/admin/leads/${id}?${query}#reason`;
}

type Variant = 'primary' | 'secondary';

type Move = Pick<Props, 'lead' | 'list'> & {
  to: RequestState;
  label: string;
  variant?: 'secondary';
};

function MoveForm({ lead, list, to, label, variant }: Move) {
  return (
    <InPlaceForm action={`/admin/leads/${lead.id}/estado${fromList(list)}`}>
      <LastEvent />
      <StateBefore lead={lead} />
      <Button name="state" value={to} variant={variant} compact>
        {label}
      </Button>
    </InPlaceForm>
  );
}

function AnswerLink({ variant }: { variant: Variant }) {
  return (
    <LinkButton href="#respuesta" variant={variant} compact data={{ 'data-key': 'r' }}>
      Responder
    </LinkButton>
  );
}

function RecordLink({ href, variant }: { href: string; variant: Variant }) {
  return (
    <LinkButton href={href} variant={variant} compact>
      Registrar emisión
    </LinkButton>
  );
}
