import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Form } from '#components/ui/form.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import type { leadChoiceForm } from '#lib/domain/payments/schema.ts';
import type { FieldName } from '#lib/platform/operations/field-name.ts';

type Props = {
  action: `/${string}`;
  /** Name of the lead to which the payment belongs, or null. */
  leadLabel: string | null;
  leadId: number | null;
  /** Says that the lead was guessed and why. Null once the team has confirmed the lead. */
  guessText: string | null;
  /** Requests and messages of the payer, with facts that distinguish them. */
  choices: readonly { id: number; label: string; facts: string }[];
};

const fieldName: FieldName<typeof leadChoiceForm> = 'lead';

/**
 * Shows the request of a payment that no payment request assigns, and a form to choose another
 * request.
 */
export function PaymentLead({ action, leadLabel, leadId, guessText, choices }: Props) {
  return (
    <Card title="Solicitud del pago">
      <p className="mb-4">
        {leadLabel && guessText}
        {!guessText && leadLabel && 'Pago sin solicitud indicada. El equipo lo asoció a '}
        {leadLabel && leadId !== null && <a href={`/admin/leads/${leadId}`}>{leadLabel}</a>}
        {leadLabel ? '.' : 'Pago sin solicitud indicada. No está asociado a ninguna.'}
      </p>
      {choices.length > 0 ? (
        <Form action={action} className="grid gap-4">
          <RadioGroup
            name={fieldName}
            legend="¿De qué solicitud es?"
            options={[
              { value: '', label: 'De ninguna' },
              ...choices.map(({ id, label, facts }) => ({ value: `${id}`, label, hint: facts })),
            ]}
            foldedFrom={6}
            defaultValue={leadId === null ? '' : `${leadId}`}
          />
          <div>
            <Button variant="secondary" compact>
              {guessText ? 'Guardar o confirmar' : 'Guardar'}
            </Button>
          </div>
        </Form>
      ) : (
        <p className="text-ink-soft">Quien pagó no tiene solicitudes.</p>
      )}
    </Card>
  );
}
