import type { ChangeEventHandler, HTMLInputAutoCompleteAttribute, Ref } from 'react';
import { Field, type FieldProps } from '#components/ui/field.tsx';
import { controlOf, type DataAttributes } from '#components/ui/field-id.ts';
import { Icon } from '#components/ui/icon.tsx';

export type SelectOption = { value: string; label: string; data?: DataAttributes };

type Props = FieldProps & {
  defaultValue?: string | undefined;
  ref?: Ref<HTMLSelectElement>;
  onChange?: ChangeEventHandler<HTMLSelectElement>;
  /** Text of the empty first option. `null` leaves it out. */
  placeholder?: string | null;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  width?: 'short' | 'medium' | 'full';
  data?: DataAttributes;
  /** Id of the form, if the field is not inside it. */
  form?: string;
} & (
    | { options: readonly SelectOption[]; groups?: undefined }
    | {
        groups: readonly { label: string; options: readonly SelectOption[] }[];
        options?: undefined;
      }
  );

export function SelectField(props: Props) {
  const { defaultValue = '', placeholder = 'Elige una opción', width = 'full' } = props;
  return (
    <Field {...props}>
      <div className={`relative ${widths[width]}`}>
        <select
          ref={props.ref}
          onChange={props.onChange}
          {...props.data}
          {...controlOf(props)}
          required={props.required}
          form={props.form}
          defaultValue={defaultValue}
          autoComplete={props.autoComplete}
          className="control"
        >
          {placeholder !== null && <option value="">{placeholder}</option>}
          {props.options && <Options options={props.options} />}
          {props.groups?.map((group) => (
            <optgroup key={group.label} label={group.label}>
              <Options options={group.options} />
            </optgroup>
          ))}
        </select>
        <Icon
          name="chevron"
          className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-ink-soft"
        />
      </div>
    </Field>
  );
}

function Options({ options }: { options: readonly SelectOption[] }) {
  return options.map((option) => (
    <option key={option.value} value={option.value} {...option.data}>
      {option.label}
    </option>
  ));
}

const widths = { short: 'max-w-48', medium: 'min-[25rem]:max-w-80', full: '' } as const;
