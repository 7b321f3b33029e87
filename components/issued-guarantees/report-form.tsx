import { formFields } from '#components/forms/form-fields.ts';
import { TypedDateField } from '#components/forms/typed-date-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { Card } from '#components/ui/card.tsx';
import { Form } from '#components/ui/form.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { reportCopy } from '#lib/domain/issued-guarantees/copy.ts';
import type { eventForm } from '#lib/domain/issued-guarantees/form-schema.ts';
import {
  mayReportNext,
  remainingOf,
  reportableKinds,
} from '#lib/domain/issued-guarantees/rules.ts';
import {
  MAX_NOTE_LENGTH,
  type ReportedKind,
  type Side,
} from '#lib/domain/issued-guarantees/schema.ts';
import type { IssuedDetail } from '#lib/domain/issued-guarantees/view.ts';
import { formatAmount } from '#lib/platform/chile/format.ts';
import type { FieldName } from '#lib/platform/operations/field-name.ts';

type Props = {
  record: IssuedDetail;
  side: Side;
  isHandedOver: boolean;
  path: string;
  /** The kind of event in the query or in a refused form. */
  chosenKind: string | undefined;
  /** Guarantees that may follow the record as its extension. */
  successors: readonly { value: string; label: string }[];
  /** Idempotency key, so that a double click records one event. */
  submissionKey: string;
  today: string;
  values: Record<string, string>;
  errors: Record<string, string>;
};

/**
 * Reports an event of a guarantee. A link chooses the kind, then the form asks for date and
 * details.
 */
export function ReportForm(props: Props) {
  const { record, side, isHandedOver, path, chosenKind } = props;
  const kinds = reportableKinds(record, side, { isHandedOver });
  const kind = kinds.find((candidate) => candidate === chosenKind);
  if (kinds.length === 0) return null;
  return (
    <EditorsOnly>
      <Card id="decir" title="¿Qué pasó con ella?">
        <ul className="flex flex-wrap gap-2">
          {kinds.map((option) => (
            <li key={option}>
              <a
                href={`${path}?dice=${option}#decir`}
                aria-current={option === kind ? 'true' : undefined}
                className={buttonClass({
                  variant: option === kind ? 'primary' : 'secondary',
                  compact: true,
                })}
              >
                {reportCopy[option].label[side]}
              </a>
            </li>
          ))}
          {side === 'company' && mayReportNext('prorrogada', record) && (
            <li>
              <a
                href={`${path}/nuevo-plazo`}
                className={buttonClass({ variant: 'secondary', compact: true })}
              >
                Ya la prorrogué o reemplacé
              </a>
            </li>
          )}
        </ul>
        {kind && <Details {...props} kind={kind} />}
      </Card>
    </EditorsOnly>
  );
}

function Details({ record, side, path, kind, ...otherProps }: Props & { kind: ReportedKind }) {
  const { successors, submissionKey, today, values, errors } = otherProps;
  if (kind === 'prorrogada' && successors.length === 0) {
    return <p className="mt-4">Registra primero la garantía que la reemplaza.</p>;
  }
  const { hint, button } = reportCopy[kind];
  const formField = formFields<typeof eventForm>({ values, errors });
  const field = (name: FieldName<typeof eventForm>) => formField(name, '');
  return (
    <Form action={`${path}/evento`} className="mt-5 grid gap-5">
      <HiddenField<typeof eventForm> name="kind" value={kind} />
      <HiddenField<typeof eventForm> name="clave" value={submissionKey} />
      <p>{hint}</p>
      {kind === 'cobrada' && (
        <>
          <RadioGroup
            {...field('cuanto')}
            legend="Cuánto cobró el beneficiario"
            options={[
              {
                value: 'entera',
                label: `${record.claimed ? 'Todo lo que quedaba' : 'Entera'} (${formatAmount(remainingOf(record.amount, record.claimed), record.currency)})`,
              },
              { value: 'parte', label: 'En parte' },
            ]}
          />
          <TextField
            {...field('amount')}
            label="Monto, si fue en parte"
            hint={`En ${record.currency}.`}
            inputMode="decimal"
            autoComplete="off"
            width="medium"
          />
        </>
      )}
      {kind === 'prorrogada' && (
        <SelectField
          {...field('successorId')}
          label="Garantía que la reemplaza"
          options={successors}
        />
      )}
      {kind !== 'anulada' && kind !== 'deshecha' && (
        <TypedDateField {...field('on')} label="Qué día" phrase="Fue el" optional today={today} />
      )}
      <TextArea
        {...field('text')}
        label="Comentario"
        hint={side === 'advisor' ? 'Lo lee también la empresa.' : undefined}
        optional
        rows={2}
        maxLength={MAX_NOTE_LENGTH}
      />
      <div>
        <Button wide variant={kind === 'anulada' ? 'danger' : 'primary'}>
          {button}
        </Button>
      </div>
    </Form>
  );
}
