import { PreviousStateFields } from '#components/admin/lead/lead-actions.tsx';
import { fromList, LEAD_FORM, type LeadPartProps } from '#components/admin/lead/lead-form.ts';
import { LastEvent } from '#components/admin/lead/lead-watch.tsx';
import { Button } from '#components/ui/button.tsx';
import { type ButtonVariant, buttonClass } from '#components/ui/button-class.ts';
import { CommandButton, CommandLink } from '#components/ui/commands.tsx';
import { InPlaceForm } from '#components/ui/in-place.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { answerChoices } from '#lib/domain/requests/leads/contact-schema.ts';
import { isDecided, mayRecordIssue } from '#lib/domain/requests/leads/rules.ts';
import type { LeadNextAct } from '#lib/domain/requests/team/rules.ts';
import type { assignBody, handledBody, stateBody } from '#lib/domain/requests/team/schema.ts';
import type { pendingCallMark } from '#lib/domain/requests/team/view.ts';
import { formatPhone, phoneHref } from '#lib/platform/chile/format.ts';
import type { RequestState } from '#lib/platform/db/schema/request-states.ts';

type Props = Pick<LeadPartProps, 'lead' | 'list'> & {
  /** Path of the page that records the next guarantee of the lead. */
  recordPath: string;
  nextAct: LeadNextAct | null;
  /** Whether the applicant accepted the conditions, so that a payment is that of the guarantee. */
  isAgreed: boolean;
  /** The promised call that is due, which is the next act. */
  call: ReturnType<typeof pendingCallMark>;
};

/**
 * The acts on one lead, in two columns. A request that is not issued begins with a row for its next
 * step and its refusal. The call button is shown if there is a phone; while a promised call is due
 * or mails do not arrive, it comes before the reply. The last button marks the lead as handled or opens it again, and is
 * left out where it would change nothing.
 */
export function LeadButtons({ lead, list, recordPath, call, nextAct, isAgreed }: Props) {
  const { id, kind, state, phone, lastAct } = lead;
  const isHandled = lead.handledAt !== null;
  // A handled request that is not decided is still in progress, so it cannot be opened again.
  const isUnderWay = isHandled && lastAct !== null && !isDecided(state);
  const mayToggleHandled = !isUnderWay && state !== 'rechazada';
  // The next step may be to send conditions. Some guarantees are issued without any, so the record
  // is offered as well once the request is approved or paid.
  const maySkipConditions =
    state === 'aprobada' ? nextAct === 'sendConditions' : !isAgreed && !isDecided(state);
  const recordLink = kind === 'garantia' && mayRecordIssue(lead) && maySkipConditions && (
    <LinkButton href={recordPath} variant="secondary" compact>
      Registrar emisión
    </LinkButton>
  );
  // A reply would not arrive either, so the call or the correction of the e-mail comes first.
  const isUnreachable = lastAct === 'undelivered';
  const prefersCall =
    kind !== 'garantia' &&
    nextAct === 'answer' &&
    (lead.preferred?.startsWith(answerChoices[1]) ?? false);
  const isCallNext = phone !== null && (call !== null || isUnreachable || prefersCall);
  const callLink = phone && (
    <LinkButton href={phoneHref(phone)} variant={isCallNext ? 'primary' : 'secondary'} compact>
      {call?.text ?? 'Llamar'}
      <VisuallyHidden> al {formatPhone(phone)}</VisuallyHidden>
    </LinkButton>
  );
  return (
    <div className="mt-4 grid grid-cols-[repeat(2,minmax(0,14rem))] gap-2 max-sm:auto-rows-[minmax(3.5rem,auto)] *:grid *:auto-rows-fr [&_.btn]:w-full [&_.btn]:px-1 [&_.btn]:whitespace-normal">
      {kind === 'garantia' && state !== 'emitida' && (
        <>
          <StepButton {...{ lead, list, recordPath, nextAct, isAgreed }} />
          {!isDecided(state) && (
            <LinkButton href={refuseHref(id, list)} variant="secondary" compact>
              Rechazar
            </LinkButton>
          )}
        </>
      )}
      {isCallNext && callLink}
      <CommandLink
        command="reply"
        href="#respuesta"
        className={buttonClass({
          variant: nextAct === 'answer' && !isCallNext && !isUnreachable ? 'primary' : 'secondary',
          compact: true,
        })}
      >
        Responder
      </CommandLink>
      <LinkButton href="#assignedTo" variant="quiet" compact>
        Asignar o anotar
      </LinkButton>
      <LinkButton href="#monto" variant="quiet" compact>
        Pedir un pago
      </LinkButton>
      {kind === 'garantia' && !isDecided(state) && (
        <LinkButton href="#pedir-documentos" variant="quiet" compact>
          Pedir documentos
        </LinkButton>
      )}
      {!isCallNext && callLink}
      {recordLink}
      {mayToggleHandled && (
        <CommandButton<typeof handledBody>
          command={isHandled ? undefined : 'handle'}
          form={LEAD_FORM}
          formAction={`/admin/leads/${id}/atendida${fromList(list)}`}
          name="handled"
          value={isHandled ? 'no' : 'yes'}
          variant="secondary"
          compact
        >
          {isHandled ? 'Abrir otra vez' : 'Marcar atendida'}
        </CommandButton>
      )}
    </div>
  );
}

/** Assigns a lead that nobody has to the advisor at one press. */
export function AssignToMe({ lead, me, list }: Pick<LeadPartProps, 'lead' | 'me' | 'list'>) {
  return (
    <InPlaceForm action={`/admin/leads/${lead.id}/asignar${fromList(list)}`}>
      <input type="hidden" name="eraDe" value={lead.assignedTo ?? ''} />
      <Button<typeof assignBody> name="assignedTo" value={me} variant="secondary" compact>
        Asignarme
      </Button>
    </InPlaceForm>
  );
}

type StepProps = Omit<Props, 'call'>;

/** The next step of a request. The button is the primary one if the team has to act. */
function StepButton({ lead, list, recordPath, nextAct, isAgreed }: StepProps) {
  const { state } = lead;
  const variant = nextAct === null || nextAct === 'answer' ? 'secondary' : 'primary';
  const moveProps = { lead, list, variant } as const;
  if (state === 'rechazada')
    return <MoveForm {...moveProps} to="recibida" label="Abrir otra vez" />;
  if (lead.isPaid && isAgreed && state !== 'aprobada') {
    return (
      <LinkButton href={recordPath} variant={variant} compact>
        Aprobar y registrar emisión
      </LinkButton>
    );
  }
  if (nextAct === 'approve') return <MoveForm {...moveProps} to="aprobada" label="Aprobar" />;
  if (state === 'aprobada' && nextAct !== 'sendConditions') {
    return (
      <LinkButton href={recordPath} variant={variant} compact>
        Registrar emisión
      </LinkButton>
    );
  }
  if (nextAct === 'review' || (nextAct === 'answer' && state === 'recibida')) {
    return <MoveForm {...moveProps} to="en_revision" label="Tomar en revisión" />;
  }
  return (
    <LinkButton href="#price" variant={variant} compact>
      Enviar condiciones
    </LinkButton>
  );
}

/** Returns a link that opens the state field with `rechazada` chosen and focuses the reason. */
function refuseHref(id: number, list: string): string {
  const query = new URLSearchParams({ estado: 'rechazada', ...(list && { lista: list }) });
  return `/admin/leads/${id}?${query}#reason`;
}

type StateButtonProps = Pick<Props, 'lead' | 'list'> & {
  to: RequestState;
  label: string;
  variant: ButtonVariant;
};

function MoveForm({ lead, list, to, label, variant }: StateButtonProps) {
  return (
    <InPlaceForm action={`/admin/leads/${lead.id}/estado${fromList(list)}`}>
      <LastEvent />
      <PreviousStateFields lead={lead} />
      <Button<typeof stateBody> name="state" value={to} variant={variant} compact>
        {label}
      </Button>
    </InPlaceForm>
  );
}
