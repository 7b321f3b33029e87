import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { Card } from '#components/ui/card.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { TypedDateField } from '#components/ui/typed-date-field.tsx';
import { MAX_NOTE, type SpokenKind } from '#lib/domain/issued/schema.ts';

type Props = {
  record: { id: string; currency: string };
  /** What may be said of it now, and which of these is being said. */
  kinds: readonly SpokenKind[];
  kind: SpokenKind | undefined;
  /** Those that may have replaced it. */
  successors: readonly { value: string; label: string }[];
  /** New with each page, so that a second click is the same event. */
  once: string;
  today: string;
  values: Record<string, string>;
  errors: Record<string, string>;
};

/** What became of a guarantee: first what, by a link each, then when and how. */
export function GuaranteeSaid({ record, kinds, kind, ...form }: Props) {
  if (kinds.length === 0) return null;
  return (
    <Card id="decir" title="¿Qué pasó con ella?">
      <ul className="flex flex-wrap gap-2">
        {order
          .filter((one) => kinds.includes(one))
          .map((one) => (
            <li key={one}>
              <a
                href={`/admin/garantias/${record.id}?dice=${one}#decir`}
                aria-current={one === kind ? 'true' : undefined}
                className={buttonClass({
                  variant: one === kind ? 'primary' : 'secondary',
                  compact: true,
                })}
              >
                {words[one].label}
              </a>
            </li>
          ))}
      </ul>
      {kind && <SaidForm {...{ record, kind }} {...form} />}
    </Card>
  );
}

type FormProps = Omit<Props, 'kinds' | 'kind'> & { kind: SpokenKind };

function SaidForm({ record, kind, successors, once, today, values, errors }: FormProps) {
  const { hint, button } = words[kind];
  if (kind === 'prorrogada' && successors.length === 0) {
    return <p className="mt-4">Registra primero la garantía que la reemplaza.</p>;
  }
  return (
    <form
      method="post"
      action={`/f/admin/garantias/${record.id}/evento`}
      data-once=""
      noValidate
      className="mt-5 grid gap-5"
    >
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="clave" value={once} />
      <p>{hint}</p>
      {kind === 'cobrada' && (
        <TextField
          name="amount"
          label="Cuánto cobró el beneficiario"
          hint={`En ${record.currency}. Déjalo vacío si la cobró entera.`}
          inputMode="decimal"
          autoComplete="off"
          optional
          width="medium"
          defaultValue={values.amount}
          error={errors.amount}
        />
      )}
      {kind === 'prorrogada' && (
        <SelectField
          name="successorId"
          label="Garantía que la reemplaza"
          options={successors}
          defaultValue={values.successorId ?? ''}
          error={errors.successorId}
        />
      )}
      {kind !== 'anulada' && (
        <TypedDateField
          name="on"
          label="Qué día"
          says="Fue el"
          optional
          today={today}
          defaultValue={values.on ?? ''}
          error={errors.on}
        />
      )}
      <TextArea
        name="text"
        label="Comentario"
        hint="Lo lee también la empresa."
        optional
        rows={2}
        maxLength={MAX_NOTE}
        defaultValue={values.text}
        error={errors.text}
      />
      <div>
        <Button wide variant={kind === 'anulada' ? 'danger' : 'primary'}>
          {button}
        </Button>
      </div>
    </form>
  );
}

/** What happens first comes first, and a mistake last. */
const order = ['entregada', 'devuelta', 'cobrada', 'prorrogada', 'anulada'] as const;

const final = 'No se puede deshacer.';

const words: Record<SpokenKind, { label: string; hint: string; button: string }> = {
  entregada: {
    label: 'Se entregó',
    hint: 'Llegó al beneficiario. Sigue en el mismo estado.',
    button: 'Guardar la entrega',
  },
  devuelta: {
    label: 'Se devolvió',
    hint: `El beneficiario la devolvió y termina aquí. ${final}`,
    button: 'Guardar la devolución',
  },
  cobrada: {
    label: 'Se cobró',
    hint: `El beneficiario la cobró, entera o en parte. ${final}`,
    button: 'Guardar el cobro',
  },
  anulada: {
    label: 'Se registró por error',
    hint: `¿La anulas? Se sigue viendo con su historia, su código deja de servir y la solicitud vuelve a esperar su registro. ${final}`,
    button: 'Sí, anular',
  },
  prorrogada: {
    label: 'Se prorrogó',
    hint: `Otra garantía la reemplaza. ${final}`,
    button: 'Guardar la prórroga',
  },
};
