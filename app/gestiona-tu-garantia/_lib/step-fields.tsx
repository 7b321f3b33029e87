import type { ScreenProps } from '#app/gestiona-tu-garantia/_lib/step-state.ts';
import { AmountTextField } from '#components/fields/amount-text-field.tsx';
import { EmailTextField } from '#components/fields/email-text-field.tsx';
import { PhoneTextField } from '#components/fields/phone-text-field.tsx';
import { RutTextField } from '#components/fields/rut-text-field.tsx';
import { TenderIdTextField } from '#components/fields/tender-id-text-field.tsx';
import { TypedDateField } from '#components/fields/typed-date-field.tsx';
import { TerritoryFields } from '#components/forms/territory-fields.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { BuyerField, SupplierField, TenderField } from '#components/wizard/lazy-fields.tsx';
import { legalMaximum } from '#lib/domain/drafts/amount-limits.ts';
import { tenderCopy } from '#lib/domain/drafts/copy.ts';
import type { WizardField } from '#lib/domain/drafts/field-types.ts';
import { isCut } from '#lib/domain/drafts/rules.ts';
import type { DraftGuarantee } from '#lib/domain/drafts/schema.ts';
import { foldSteps, steps } from '#lib/domain/drafts/steps.ts';
import type { DraftTender } from '#lib/domain/drafts/view.ts';
import { priceText } from '#lib/domain/requests/submissions/copy.ts';
import { formatDate, isoDay } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { marketplaceConfigured } from '#lib/platform/mercado-publico/call.ts';
import { now } from '#lib/platform/process/clock.ts';

type Props = ScreenProps & {
  /** Replaces the legend of the choice. */
  question?: string;
  /** Options to show first. The others are folded away. */
  likely?: readonly string[];
  warnings?: Record<string, { text: string; href: string } | undefined>;
};

export function StepFields(props: Props) {
  const { place, answers, values, errors } = props;
  const { fields } = steps[place.step];
  return [...Map.groupBy(fields, (field: WizardField) => field.fold)].map(([fold, group]) => {
    const rendered = group.map((field) => <StepField key={field.name} {...props} field={field} />);
    if (!fold) return rendered;
    // Folds are closed on the first visit, unless a field in them has a value or an error.
    const isUsed = group.some(({ name }) => values[name] || errors[name]);
    const isOpen = isUsed || answers.answered.includes(place.step);
    const { title } = foldSteps[fold];
    return (
      <details key={fold} id={fold} open={isOpen} className="border-t border-line pt-3">
        <summary className="w-fit cursor-pointer py-2 font-semibold text-brand">
          {title} <span className="font-normal text-ink-soft">(opcional)</span>
        </summary>
        <fieldset aria-label={title} className="grid min-w-0 gap-6 pt-3">
          {rendered}
        </fieldset>
      </details>
    );
  });
}

function StepField({
  field,
  place,
  question,
  likely = [],
  warnings = {},
  ...known
}: Props & { field: WizardField }) {
  const value = known.values[field.name];
  const error = known.errors[field.name];
  if (field.kind === 'choice') {
    const { label, assumed, kind: _, ...choice } = field;
    const rank = ({ value }: { value: string }) => likely.indexOf(value) + 1 || Infinity;
    const options =
      likely.length > 0
        ? choice.options.toSorted((a, b) => rank(a) - rank(b) || 0)
        : choice.options;
    return (
      <RadioGroup
        {...choice}
        options={options.map((option) => ({
          ...option,
          price: priceText(getEnv().examplePrices, option.value),
          warning: warnings[option.value],
        }))}
        foldedFrom={likely.length}
        legend={label ?? question ?? steps[place.step].question}
        legendAsHeading={!label && !question}
        defaultValue={value ?? assumed}
        error={error}
      />
    );
  }
  const { kind, lookUp, phrase = '', autoComplete = 'off' } = field;
  const common = commonOf(field, known);
  const short = { ...common, autoComplete, width: 'medium' as const };
  const Looked = lookUp && marketplaceConfigured() ? lookedUp[lookUp] : null;
  switch (kind) {
    case 'region':
      return <Territory {...{ field, place }} {...known} />;
    case 'comuna':
      return null; // `Territory` renders it together with the region.
    case 'date': {
      const item = known.answers.garantias.find(({ id }) => id === place.g);
      const note = field.name === 'vigenciaDesde' ? closingNote(known.tender, item) : undefined;
      return <TypedDateField {...{ ...common, phrase, note }} today={isoDay(now())} />;
    }
    case 'lines': {
      const item = known.answers.garantias.find(({ id }) => id === place.g);
      const hint = item && isCut(item) ? tenderCopy.cutWording : common.hint;
      return <TextArea {...common} hint={hint} maxLength={2000} />;
    }
    case 'email':
      return <EmailTextField {...common} autoComplete={autoComplete} />;
    case 'tel':
      return <PhoneTextField {...short} />;
    case 'rut':
      return Looked ? <Looked {...short} /> : <RutTextField {...short} />;
    case 'tender':
      return Looked ? <Looked {...short} /> : <TenderIdTextField {...short} />;
    case 'amount': {
      const item = known.answers.garantias.find(({ id }) => id === place.g);
      const maximum = item && legalMaximum(item, known.tender);
      return <AmountTextField {...short} hint={maximum ?? short.hint} />;
    }
    case 'text':
      return Looked ? (
        <Looked {...common} autoComplete={autoComplete} />
      ) : (
        <TextField {...common} autoComplete={autoComplete} />
      );
  }
}

/**
 * Returns when the tender closes, because a bid bond must be in force by then. The review asks
 * again.
 */
function closingNote(tender: DraftTender | null, item?: DraftGuarantee) {
  const closesAt = tender?.facts?.closesAt;
  if (!closesAt || item?.tipoGarantia !== 'seriedad' || item.renews) return undefined;
  const closing = isoDay(closesAt);
  const closes = closing < isoDay(now()) ? 'cerró' : 'cierra';
  return `La licitación ${closes} el ${formatDate(closing)}: a esa fecha ya debe regir.`;
}

type InputField = Exclude<WizardField, { kind: 'choice' }>;
type FieldState = Pick<ScreenProps, 'values' | 'errors' | 'tenderValues'>;

function commonOf(
  { kind: _, lookUp: __, phrase: ___, autoComplete: ____, fold, ...words }: InputField,
  { values, errors, tenderValues }: FieldState,
) {
  const value = values[words.name];
  const isFromTender = value !== undefined && value === tenderValues[words.name];
  const hint = isFromTender ? tenderCopy.fromTender : words.hint;
  // The title of the fold already says that its fields are optional.
  const optional = fold ? undefined : words.optional;
  return { ...words, optional, hint, defaultValue: value, error: errors[words.name] };
}

function Territory({
  field,
  place,
  ...known
}: FieldState & { field: InputField } & Pick<Props, 'place'>) {
  const name = field.name.replace('region', 'comuna');
  const comuna = steps[place.step].fields.find((candidate) => candidate.name === name);
  if (comuna?.kind !== 'comuna') return null;
  return <TerritoryFields region={commonOf(field, known)} comuna={commonOf(comuna, known)} />;
}

/** Fields that query Mercado Público while the person types. */
const lookedUp = { tender: TenderField, buyers: BuyerField, supplier: SupplierField };
