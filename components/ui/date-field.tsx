import { Field, type FieldProps } from '#components/ui/field.tsx';
import { type DataAttributes, describedBy, fieldId } from '#components/ui/field-id.ts';

/** Dates are `YYYY-MM-DD`, as the native control sends them. */
type Props = FieldProps & {
  defaultValue?: string;
  min?: string;
  max?: string;
  autoComplete?: 'bday';
  data?: DataAttributes;
};

export function DateField(props: Props) {
  const { name, label, labelAsHeading, hint, error, optional, data, ...rest } = props;
  return (
    <Field {...{ name, label, labelAsHeading, hint, error, optional }}>
      <div className="max-w-56">
        <input
          {...rest}
          {...data}
          id={fieldId(name)}
          name={name}
          type="date"
          aria-describedby={describedBy(name, { hint, error })}
          aria-invalid={error ? true : undefined}
          className="control tabular-nums"
        />
      </div>
    </Field>
  );
}
