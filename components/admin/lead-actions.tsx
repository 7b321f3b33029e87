import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
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
  advisors: readonly { id: string; email: string }[];
  /** What a refusal brought back. */
  values: Record<string, string>;
  errors: Record<string, string>;
};

/** What an advisor does with a lead, besides reaching them: each a form of its own, whose door answers with this page. */
export function LeadActions({ lead, me, advisors, values, errors }: Props) {
  const at = (what: string) => `/admin/leads/${lead.id}/${what}`;
  return (
    <section id="acciones" aria-label="Acciones" className="scroll-mt-4">
      <Card>
        <div className="grid gap-6">
          <form method="post" action={at('asignar')} data-once="" className="grid gap-3">
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
              <Button variant="secondary" wide>
                Guardar asignación
              </Button>
            </div>
          </form>
          {lead.kind === 'garantia' && <StateForm action={at('estado')} state={lead.state} />}
          <form method="post" action={at('nota')} data-once="" noValidate className="grid gap-3">
            <TextArea
              name="text"
              label="Nota interna"
              hint="Solo la ve el equipo."
              rows={3}
              maxLength={5000}
              defaultValue={values.text}
              error={errors.text}
            />
            <div>
              <Button variant="secondary" wide>
                Guardar nota
              </Button>
            </div>
          </form>
          <div>
            <LinkButton href={`/admin/pagos?lead=${lead.id}#pedir`} variant="secondary" wide>
              Pedir un pago
            </LinkButton>
          </div>
        </div>
      </Card>
    </section>
  );
}

function StateForm({ action, state }: { action: string; state: RequestState }) {
  return (
    <form method="post" action={action} data-once="" className="grid gap-3">
      <SelectField
        name="state"
        label="Estado de la solicitud"
        hint="Al cambiarlo le avisamos por correo a quien la pidió."
        placeholder={null}
        defaultValue={state}
        options={Object.entries(requestStateCopy).map(([value, label]) => ({ value, label }))}
      />
      <div>
        <Button variant="secondary" wide>
          Cambiar estado
        </Button>
      </div>
    </form>
  );
}
