import { fromList, LEAD_FORM } from '#components/admin/lead-form.ts';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { MAX_NOTE } from '#lib/domain/inbox/schema.ts';
import { requestStateCopy } from '#lib/domain/leads/copy.ts';
import type { LeadKind } from '#lib/domain/leads/schema.ts';
import type { RequestState } from '#lib/platform/request-states.ts';

type Props = {
  lead: {
    id: number;
    kind: LeadKind;
    state: RequestState;
    assignedTo: string | null;
  };
  me: string;
  list: string;
  advisors: readonly { id: string; email: string }[];
  values: Record<string, string>;
  errors: Record<string, string>;
  done: string | undefined;
};

/** One form, each button with an address of its own. */
export function LeadActions({ lead, me, list, advisors, values, errors, done }: Props) {
  const at = (what: string) => `/f/admin/leads/${lead.id}/${what}${fromList(list)}`;
  return (
    <section id="acciones" aria-label="Acciones" className="scroll-mt-4">
      <Card>
        <DoneNotice tight>{done}</DoneNotice>
        <form id={LEAD_FORM} method="post" action={at('nota')} data-once="" noValidate>
          <div className="grid gap-6">
            <div className="grid gap-3">
              <SelectField
                name="assignedTo"
                label="Asignada a"
                placeholder="Nadie"
                defaultValue={lead.assignedTo ?? ''}
                error={errors.assignedTo}
                options={advisors.map(({ id, email }) => ({
                  value: id,
                  label: id === me ? `${email} (tú)` : email,
                }))}
              />
              <div>
                <Button variant="secondary" wide formAction={at('asignar')}>
                  Guardar asignación
                </Button>
              </div>
            </div>
            {lead.kind === 'garantia' && <StateField action={at('estado')} state={lead.state} />}
            <div className="grid gap-3">
              <TextArea
                name="text"
                label="Nota interna"
                hint="Solo la ve el equipo. Si usas otro botón, también se guarda."
                rows={3}
                maxLength={MAX_NOTE}
                defaultValue={values.text}
                error={errors.text}
                data={{ 'data-keep-typed': '' }}
              />
              <div>
                <Button variant="secondary" wide>
                  Guardar nota
                </Button>
              </div>
            </div>
            <div>
              <LinkButton href={`/admin/pagos?lead=${lead.id}#pedir`} variant="secondary" wide>
                Pedir un pago
              </LinkButton>
            </div>
          </div>
        </form>
      </Card>
    </section>
  );
}

function StateField({ action, state }: { action: string; state: RequestState }) {
  return (
    <div className="grid gap-3">
      <SelectField
        name="state"
        label="Estado de la solicitud"
        hint="Un minuto después de cambiarlo le avisamos por correo a quien la pidió."
        placeholder={null}
        defaultValue={state}
        options={Object.entries(requestStateCopy).map(([value, label]) => ({ value, label }))}
      />
      <div>
        <Button variant="secondary" wide formAction={action}>
          Cambiar estado
        </Button>
      </div>
    </div>
  );
}
