import { AutoSaveSelect } from '#components/admin/commands/auto-save-select.tsx';
import { chosenTemplateOf } from '#components/admin/lead/chosen-template.ts';
import { fromList, LEAD_FORM, type LeadPartProps } from '#components/admin/lead/lead-form.ts';
import { LastEvent } from '#components/admin/lead/lead-watch.tsx';
import { TemplateLinks } from '#components/admin/lead/template-links.tsx';
import { formFields } from '#components/forms/form-fields.ts';
import { Button } from '#components/ui/button.tsx';
import { CommandFields } from '#components/ui/commands.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { InPlaceForm } from '#components/ui/in-place.tsx';
import { Section } from '#components/ui/section.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { leadStatusCopy } from '#lib/domain/requests/team/copy.ts';
import { leadStatusOf } from '#lib/domain/requests/team/rules.ts';
import {
  type assignBody,
  MAX_STATE_REASON_LENGTH,
  MAX_TEAM_NOTE_LENGTH,
  type stateBody,
} from '#lib/domain/requests/team/schema.ts';
import { listTemplates } from '#lib/domain/requests/team/template-copy.ts';
import type { Advisor, StoredLead } from '#lib/domain/requests/team/view.ts';
import { type RequestState, requestStates } from '#lib/platform/db/schema/request-states.ts';

type Props = LeadPartProps & {
  advisors: readonly Advisor[];
  isRecorded: boolean;
  query: Record<string, string>;
};

/** Note, assignee and state in one form, in which each button has its own `formAction`. */
export function LeadActions({
  lead,
  me,
  list,
  advisors,
  query,
  values,
  errors,
  ...otherProps
}: Props) {
  const { isRecorded } = otherProps;
  const field = formFields<typeof assignBody>({ values, errors });
  const isRefusing = query.estado === 'rechazada' || 'reason' in errors;
  const actionPath = (action: string) => `/admin/leads/${lead.id}/${action}${fromList(list)}`;
  return (
    <section aria-label="Acciones">
      <Section compact>
        <InPlaceForm id={LEAD_FORM} action={actionPath('nota')}>
          <LastEvent />
          <CommandFields command="note" className="grid gap-3 py-1">
            <TextArea
              {...field('text')}
              label="Nota interna"
              hint="Solo la ve el equipo. La guardan los botones de este cuadro."
              rows={2}
              maxLength={MAX_TEAM_NOTE_LENGTH}
              data={{ 'data-keep-typed': '' }}
            />
            <div>
              <Button variant="secondary" wide>
                Guardar nota
              </Button>
            </div>
          </CommandFields>
          <div className={`mt-3 grid items-start gap-4 py-1 ${isRefusing ? '' : 'sm:grid-cols-2'}`}>
            <AutoSaveSelect
              commands={{ focus: 'assign', set: 'assignTo' }}
              savedValue={lead.assignedTo ?? ''}
              label="Guardar asignación"
              variant="secondary"
              wide
              formAction={actionPath('asignar')}
            >
              <input type="hidden" name="eraDe" value={lead.assignedTo ?? ''} />
              <SelectField
                {...field('assignedTo')}
                label="Asignada a"
                placeholder="Nadie"
                autoComplete="off"
                defaultValue={lead.assignedTo ?? ''}
                options={advisors.map(({ id, email, name }) => ({
                  value: id,
                  label: `${name ?? email}${id === me ? ' (tú)' : ''}`,
                }))}
              />
            </AutoSaveSelect>
            {lead.kind === 'garantia' && (
              <StateField
                {...{ lead, isRecorded, list, values, errors, query }}
                action={actionPath('estado')}
              />
            )}
          </div>
        </InPlaceForm>
      </Section>
    </section>
  );
}

type StateProps = Pick<Props, 'lead' | 'isRecorded' | 'list' | 'values' | 'errors' | 'query'> & {
  action: string;
};

/** The field for a reason is folded away until a state requires it. */
function StateField({ lead, isRecorded, list, values, errors, query, action }: StateProps) {
  const field = formFields<typeof stateBody>({ values, errors });
  const { template: chosenTemplate } = chosenTemplateOf(query, { lead, use: 'state' });
  const isRefusing = query.estado === 'rechazada';
  const reason = values.reason ?? chosenTemplate?.text;
  const isOffered = (state: RequestState) =>
    state !== 'emitida' || isRecorded || lead.state === 'emitida';
  return (
    <AutoSaveSelect
      commands={{ focus: 'state', set: 'moveTo' }}
      savedValue={lead.state}
      valueWithReason="rechazada"
      labelAfterReason="Rechazar y avisar"
      label="Cambiar estado"
      variant="secondary"
      wide
      formAction={action}
      reasonFold={{
        title: 'Decirle por qué',
        isOpen: isRefusing || reason !== undefined || errors.reason !== undefined,
        content: (
          <>
            <TextArea
              {...field('reason', reason)}
              label="Motivo"
              hint="Hace falta para rechazar. Va en el correo y en la página de su solicitud."
              rows={3}
              maxLength={MAX_STATE_REASON_LENGTH}
              data={{ 'data-keep-typed': chosenTemplate?.state ? 'template' : '' }}
            />
            <div className="mt-1">
              <TemplateLinks
                label="Plantillas para explicar"
                templates={listTemplates(lead, 'reason')}
                {...{ lead, list, query }}
                anchor="reason"
              />
            </div>
          </>
        ),
      }}
    >
      <PreviousStateFields lead={lead} />
      <SelectField
        {...field('state', chosenTemplate?.state ?? (isRefusing ? 'rechazada' : lead.state))}
        label="Estado de la solicitud"
        placeholder={null}
        autoComplete="off"
        options={requestStates
          .filter(isOffered)
          .map((value) => ({ value, label: stateLabel(value, lead) }))}
      />
      <p className="mt-1 text-sm text-ink-soft">Le avisamos por correo un minuto después.</p>
      {!isOffered('emitida') && lead.state === 'aprobada' && (
        <p className="text-sm text-ink-soft">
          Queda emitida sola, con la última garantía registrada:{' '}
          <a href="#emision">Registrar emisión</a>
        </p>
      )}
    </AutoSaveSelect>
  );
}

/** Hidden fields with the former values, by which a change of state can be undone. */
export function PreviousStateFields({ lead }: { lead: StoredLead }) {
  const progress = [lead.assignedTo && 'asignada', lead.handledAt !== null && 'atendida'];
  return (
    <>
      <HiddenField<typeof stateBody> name="seen" value={lead.state} />
      <input type="hidden" name="tenia" value={progress.filter(Boolean).join(' ')} />
    </>
  );
}

function stateLabel(state: RequestState, lead: StoredLead): string {
  // Any change of state except to `recibida` usually marks the request as handled. Only whether it
  // is handled matters here, so the time is 0.
  const handledAt = state === 'recibida' ? null : 0;
  return leadStatusCopy[
    leadStatusOf(state === lead.state ? lead : { handledAt, state, lastAct: null })
  ];
}
