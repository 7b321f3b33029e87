import { AskFirst } from '#components/ui/ask-first.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { TypedDateField } from '#components/ui/typed-date-field.tsx';
import { sayCopy } from '#lib/domain/issued/copy.ts';
import { mayFollow } from '#lib/domain/issued/rules.ts';
import { MAX_NOTE } from '#lib/domain/issued/schema.ts';
import { formatAmount, requestNumber } from '#lib/platform/format.ts';

type Props = {
  guarantee: Parameters<typeof mayFollow>[1] & {
    id: string;
    number: number;
    currency: 'pesos' | 'UF' | 'USD';
    recordedBy: string;
  };
  values: Record<string, string>;
  errors: Record<string, string>;
  today: string;
  /** Made with the page, so that a second click on it is the same event. */
  once: string;
};

const kinds = ['entregada', 'devuelta', 'cobrada'] as const;

/** What a company may say of its guarantee now; nothing once it has ended. */
export function SayForm({ guarantee, values, errors, today, once }: Props) {
  const { id, number, amount, currency } = guarantee;
  const open = kinds.filter((kind) => mayFollow(kind, guarantee));
  if (open.length === 0) return null;
  const action = `/f/panel/garantias/${id}/evento`;
  return (
    <Card id="anotar" title="¿Qué pasó con ella?">
      <form method="post" action={action} data-once="" noValidate className="grid gap-5">
        <input type="hidden" name="clave" value={once} />
        <RadioGroup
          name="kind"
          legend="Anota lo último"
          options={open.map((value) => ({ value, label: sayCopy[value].label }))}
          defaultValue={values.kind}
          error={errors.kind}
        />
        <TextField
          name="amount"
          label="Cuánto cobraron"
          hint={`Solo si la cobraron. Si lo dejas vacío, el total: ${formatAmount(amount, currency)}.`}
          inputMode="decimal"
          autoComplete="off"
          width="medium"
          optional
          defaultValue={values.amount}
          error={errors.amount}
        />
        <TypedDateField
          name="on"
          label="Qué día"
          optional
          says="Fue el"
          today={today}
          defaultValue={values.on}
          error={errors.on}
        />
        <TextArea
          name="text"
          label="Comentario"
          optional
          rows={2}
          maxLength={MAX_NOTE}
          defaultValue={values.text}
          error={errors.text}
        />
        <div>
          <Button variant="secondary" wide>
            Anotar
          </Button>
        </div>
      </form>
      {guarantee.recordedBy === 'company' && mayFollow('anulada', guarantee) && (
        <div className="mt-5 border-t border-line pt-3">
          <AskFirst
            verb="Anular"
            about={`la garantía ${requestNumber(number)}`}
            look={{ variant: 'quiet', compact: true }}
            question="Es para lo que agregaste por error. Queda a la vista como anulada y no se puede deshacer."
            action={action}
            field={{ name: 'kind', value: 'anulada' }}
          />
        </div>
      )}
    </Card>
  );
}
