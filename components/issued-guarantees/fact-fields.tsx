import { AmountTextField } from '#components/forms/amount-text-field.tsx';
import { RutTextField } from '#components/forms/rut-text-field.tsx';
import { TenderIdTextField } from '#components/forms/tender-id-text-field.tsx';
import { TypedDateField } from '#components/forms/typed-date-field.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { instrumentCopy, issuedLabels } from '#lib/domain/issued-guarantees/copy.ts';
import { instruments, MAX_NOTE_LENGTH } from '#lib/domain/issued-guarantees/schema.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import { currencies, guaranteeTypes } from '#lib/domain/requests/submissions/schema.ts';

type Name = keyof typeof issuedLabels;
type Props = {
  values: Partial<Record<string, string>>;
  errors: Record<string, string>;
  /** `YYYY-MM-DD` in Chile. */
  today: string;
  /** True if optional fields are folded, because a document was read or the account is known. */
  isFolded?: boolean;
};

/** Marks fields whose text `use-persisted-text.ts` keeps. */
const keepTyped = { 'data-keep-typed': '' };

export function FactFields({ values, errors, today, isFolded }: Props) {
  const field = <N extends Name>(name: N) => ({
    name,
    label: issuedLabels[name],
    defaultValue: values[name] ?? '',
    error: errors[name],
    data: keepTyped,
  });
  const textField = (name: Name) => ({ ...field(name), autoComplete: 'off' as const });
  const dateField = (name: Name, phrase: string) => ({ ...field(name), phrase, today });
  const isFilled = (name: string) => !name.startsWith('holder') && values[name];
  return (
    <>
      <Pair>
        <SelectField
          {...field('type')}
          options={guaranteeTypes.map((value) => ({
            value,
            label: guaranteeTypeCopy[value].label,
          }))}
        />
        <SelectField
          {...field('instrument')}
          options={instruments.map((value) => ({ value, label: instrumentCopy[value] }))}
        />
      </Pair>
      <Pair>
        <TextField
          {...textField('issuerName')}
          hint="Banco, aseguradora o institución de garantía."
        />
        <TextField
          {...textField('issuerNumber')}
          hint="Como está escrito en él."
          autoCapitalize="characters"
          spellCheck={false}
        />
      </Pair>
      <div className="grid items-start gap-5 sm:grid-cols-[2fr_3fr]">
        <AmountTextField {...textField('amount')} hint="Por ejemplo, 1.500.000,50." />
        <RadioGroup
          name="currency"
          legend={issuedLabels.currency}
          hint="La que dice el documento."
          inline
          options={currencies.map((value) => ({ value, label: units[value] }))}
          defaultValue={values.currency ?? ''}
          error={errors.currency}
        />
      </div>
      <Pair className="items-start">
        <TypedDateField {...dateField('validFrom', 'Rige desde el')} />
        <TypedDateField {...dateField('validTo', 'Rige hasta el')} />
      </Pair>
      <Pair>
        <TextField {...textField('beneficiaryName')} hint="A favor de quién está." />
        <RutTextField {...textField('beneficiaryRut')} hint={rutHint} />
      </Pair>
      <details open={!isFolded || foldedFields.some((name) => errors[name] || isFilled(name))}>
        <summary className="w-fit cursor-pointer py-2 font-semibold text-brand">Más datos</summary>
        <div className="grid gap-5 pt-3">
          <Pair>
            <TextField {...textField('holderName')} hint="Quien debe cumplir." />
            <RutTextField {...textField('holderRut')} hint={rutHint} />
          </Pair>
          <TypedDateField {...dateField('claimUntil', 'Se puede cobrar hasta el')} optional />
          <TextArea {...field('glosa')} optional maxLength={2000} />
          <Pair>
            <TenderIdTextField {...textField('tenderId')} optional />
            <RutTextField {...textField('issuerRut')} optional />
          </Pair>
          <TextField
            {...textField('issuerVerifyUrl')}
            optional
            type="url"
            hint="Su página para verificar, con https://."
          />
          <TextArea {...field('note')} optional rows={2} maxLength={MAX_NOTE_LENGTH} />
        </div>
      </details>
    </>
  );
}

const foldedFields = [
  ...['holderName', 'holderRut', 'claimUntil', 'glosa', 'tenderId'],
  ...['issuerRut', 'issuerVerifyUrl', 'note'],
];

const units = { pesos: 'Pesos', UF: 'UF', USD: 'USD' };

const rutHint = 'Por ejemplo, 76.123.456-0.';

/** Two fields side by side where there is room, with their inputs on one line. */
function Pair({
  children,
  className = 'items-end',
}: {
  children: React.ReactNode;
  className?: string;
}) {
  return <div className={`grid gap-5 sm:grid-cols-2 ${className}`}>{children}</div>;
}
