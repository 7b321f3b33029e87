import type { ReactNode } from 'react';
import { FieldError } from '#components/ui/field-error.tsx';
import { type DataAttributes, describedBy, fieldId } from '#components/ui/field-id.ts';
import { Icon, isIcon } from '#components/ui/icon.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';

type RadioOption = {
  value: string;
  label: string;
  hint?: ReactNode;
  /** A short warning, and a link to its explanation on the page. */
  warning?: { text: string; href: string } | undefined;
  price?: string | null;
};

type Props = {
  name: string;
  legend: string;
  legendAsHeading?: boolean;
  options: readonly RadioOption[];
  defaultValue?: string;
  hint?: ReactNode;
  error?: string;
  required?: boolean;
  optional?: boolean;
  inline?: boolean;
  /** Shows before each option the icon that is named like its value. */
  icons?: boolean;
  data?: DataAttributes;
  /** Number of options that are shown before the fold. 0 or undefined shows all. */
  foldedFrom?: number;
};

/** A group of radios. The first has the field's id, to which the error summary links. */
export function RadioGroup(props: Props) {
  const { name, legend, legendAsHeading, options, hint, error, inline, icons, data } = props;
  const id = fieldId(name);
  const optionElements = options.map((option, index) => (
    <Option
      key={option.value}
      {...{ name, option, icons, data }}
      id={index === 0 ? id : `${id}-${fieldId(option.value)}`}
      checked={option.value === props.defaultValue}
      required={props.required}
      invalid={Boolean(error)}
    />
  ));
  const visibleCount = props.foldedFrom || optionElements.length;
  const foldedOptions = options.slice(visibleCount);
  return (
    <fieldset aria-describedby={describedBy(name, { hint, error })} className="field">
      <legend className={legendAsHeading ? 'mb-3 text-2xl' : 'font-semibold'}>
        {legendAsHeading ? <h1>{legend}</h1> : legend}
        {props.optional && <span className="font-normal text-ink-soft"> (opcional)</span>}
      </legend>
      {hint && (
        <p
          id={`${id}-hint`}
          className={`text-ink-soft ${legendAsHeading ? 'mb-8 max-w-text text-lg' : 'text-sm'}`}
        >
          {hint}
        </p>
      )}
      {error && <FieldError name={name} message={error} />}
      <div className={`mt-3 grid gap-3 ${inline ? 'sm:flex sm:flex-wrap sm:*:grow' : ''}`.trim()}>
        {optionElements.slice(0, visibleCount)}
      </div>
      {foldedOptions.length > 0 && (
        <details
          open={foldedOptions.some(({ value }) => value === props.defaultValue)}
          className="mt-3"
        >
          <summary className="w-fit cursor-pointer py-2.5 text-brand underline underline-offset-4">
            Ver las otras {foldedOptions.length}
          </summary>
          <div className="mt-1 grid gap-3">{optionElements.slice(visibleCount)}</div>
        </details>
      )}
    </fieldset>
  );
}

type OptionProps = {
  id: string;
  name: string;
  option: RadioOption;
  checked: boolean;
  required?: boolean;
  invalid: boolean;
  icons?: boolean;
  data?: DataAttributes;
};

/**
 * A radio with its label. The hint is outside the label, so that the accessible name stays short.
 */
function Option({ id, name, option, checked, required, invalid, icons, data }: OptionProps) {
  return (
    <label className="option" data-invalid={invalid || undefined}>
      <input
        {...data}
        id={id}
        name={name}
        type="radio"
        value={option.value}
        defaultChecked={checked}
        required={required}
        aria-labelledby={`${id}-label`}
        aria-describedby={option.hint || option.price ? `${id}-note` : undefined}
      />
      <span>
        <span id={`${id}-label`} className="font-semibold">
          {option.label}
        </span>
        {(option.hint || option.price) && (
          <span id={`${id}-note`} className="block text-sm text-ink-soft">
            {option.hint}
            {option.price && (
              <span className="block font-semibold text-ink">
                <UnbrokenText text={`Precio: ${option.price}.`} />
              </span>
            )}
          </span>
        )}
        {option.warning && (
          <span className="mt-1 flex flex-wrap items-center gap-x-3 text-sm">
            <Tag tone="warning">{option.warning.text}</Tag>
            <a href={option.warning.href} className="py-1">
              Ver por qué<VisuallyHidden>: {option.label}</VisuallyHidden>
            </a>
          </span>
        )}
      </span>
      {icons && isIcon(option.value) && (
        <Icon name={option.value} className="col-start-3 size-6 text-brand" />
      )}
    </label>
  );
}
