import type { WizardPageProps } from '#app/gestiona-tu-garantia/_lib/step-state.ts';
import { AmountTextField } from '#components/forms/amount-text-field.tsx';
import { EmailTextField } from '#components/forms/email-text-field.tsx';
import { PhoneTextField } from '#components/forms/phone-text-field.tsx';
import { RutTextField } from '#components/forms/rut-text-field.tsx';
import { TenderIdTextField } from '#components/forms/tender-id-text-field.tsx';
import { TerritoryFields } from '#components/forms/territory-fields.tsx';
import { TypedDateField } from '#components/forms/typed-date-field.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { BuyerField, SupplierField, TenderField } from '#components/wizard/lazy-fields.tsx';
import { legalMaximumText } from '#lib/domain/drafts/amount-limits.ts';
import { tenderCopy } from '#lib/domain/drafts/copy.ts';
import type { WizardField } from '#lib/domain/drafts/field-types.ts';
import { isWordingCut } from '#lib/domain/drafts/rules.ts';
import type { DraftGuarantee } from '#lib/domain/drafts/schema.ts';
import { folds, steps } from '#lib/domain/drafts/steps.ts';
import type { DraftTender } from '#lib/domain/drafts/view.ts';
import { priceText } from '#lib/domain/requests/submissions/copy.ts';
import { formatDate, isoDay } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { isMarketplaceConfigured } from '#lib/platform/mercado-publico/call.ts';
import { now } from '#lib/platform/process/clock.ts';

type Props = WizardPageProps & {
  /** Replaces the legend of the choice. */
  question?: string;
  /** Options to show first. The others are folded away. */
  likelyTypes?: readonly string[];
  warnings?: Record<string, { text: string; href: string } | undefined>;
};

export function StepFields(props: Props) {
  const { page, answers, values, errors } = props;
  const { fields } = steps[page.step];
  return [...Map.groupBy(fields, (field: WizardField) => field.fold)].map(([fold, group]) => {
    const fieldElements = group.map((field) => (
      <StepField key={field.name} {...props} field={field} />
    ));
    if (!fold) return fieldElements;
    // Folds are closed on the first visit, unless a field in them has a value or an error.
    const isUsed = group.some(({ name }) => values[name] || errors[name]);
    const isOpen = isUsed || answers.answered.includes(page.step);
    const { title } = folds[fold];
    return (
      <details key={fold} id={fold} open={isOpen} className="border-t border-line pt-3">
        <summary className="w-fit cursor-pointer py-2 font-semibold text-brand">
          {title} <span className="font-normal text-ink-soft">(opcional)</span>
        </summary>
        <fieldset aria-label={title} className="grid min-w-0 gap-6 pt-3">
          {fieldElements}
        </fieldset>
      </details>
    );
  });
}

function StepField({
  field,
  page,
  question,
  likelyTypes = [],
  warnings = {},
  ...pageProps
}: Props & { field: WizardField }) {
  const value = pageProps.values[field.name];
  const error = pageProps.errors[field.name];
  if (field.kind === 'choice') {
    const { label, assumed, kind: _, ...choice } = field;
    const rank = ({ value }: { value: string }) => likelyTypes.indexOf(value) + 1 || Infinity;
    const options =
      likelyTypes.length > 0
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
        foldedFrom={likelyTypes.length}
        legend={label ?? question ?? steps[page.step].question}
        legendAsHeading={!label && !question}
        defaultValue={value ?? assumed}
        error={error}
      />
    );
  }
  const { kind, lookUp, phrase = '', autoComplete = 'off' } = field;
  const commonProps = commonPropsOf(field, pageProps);
  const mediumProps = { ...commonProps, autoComplete, width: 'medium' as const };
  const LookedUpField = lookUp && isMarketplaceConfigured() ? lookedUp[lookUp] : null;
  switch (kind) {
    case 'region':
      return <Territory {...{ field, page }} {...pageProps} />;
    case 'comuna':
      return null; // `Territory` renders it together with the region.
    case 'date': {
      const item = pageProps.answers.garantias.find(({ id }) => id === page.g);
      const note = field.name === 'vigenciaDesde' ? closingNote(pageProps.tender, item) : undefined;
      return <TypedDateField {...{ ...commonProps, phrase, note }} today={isoDay(now())} />;
    }
    case 'lines': {
      const item = pageProps.answers.garantias.find(({ id }) => id === page.g);
      const hint = item && isWordingCut(item) ? tenderCopy.cutWording : commonProps.hint;
      return <TextArea {...commonProps} hint={hint} maxLength={2000} />;
    }
    case 'email':
      return <EmailTextField {...commonProps} autoComplete={autoComplete} />;
    case 'tel':
      return <PhoneTextField {...mediumProps} />;
    case 'rut':
      return LookedUpField ? <LookedUpField {...mediumProps} /> : <RutTextField {...mediumProps} />;
    case 'tender':
      return LookedUpField ? (
        <LookedUpField {...mediumProps} />
      ) : (
        <TenderIdTextField {...mediumProps} />
      );
    case 'amount': {
      const item = pageProps.answers.garantias.find(({ id }) => id === page.g);
      const maximum = item && legalMaximumText(item, pageProps.tender);
      return <AmountTextField {...mediumProps} hint={maximum ?? mediumProps.hint} />;
    }
    case 'text':
      return LookedUpField ? (
        <LookedUpField {...commonProps} autoComplete={autoComplete} />
      ) : (
        <TextField {...commonProps} autoComplete={autoComplete} />
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
  const verb = closing < isoDay(now()) ? 'cerró' : 'cierra';
  return `La licitación ${verb} el ${formatDate(closing)}: a esa fecha ya debe regir.`;
}

type InputField = Exclude<WizardField, { kind: 'choice' }>;
type FieldState = Pick<WizardPageProps, 'values' | 'errors' | 'tenderValues'>;

function commonPropsOf(
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
  page,
  ...fieldState
}: FieldState & { field: InputField } & Pick<Props, 'page'>) {
  const name = field.name.replace('region', 'comuna');
  const comuna = steps[page.step].fields.find((candidate) => candidate.name === name);
  if (comuna?.kind !== 'comuna') return null;
  return (
    <TerritoryFields
      region={commonPropsOf(field, fieldState)}
      comuna={commonPropsOf(comuna, fieldState)}
    />
  );
}

/** Fields that query Mercado Público while the person types. */
const lookedUp = { tender: TenderField, buyers: BuyerField, supplier: SupplierField };
