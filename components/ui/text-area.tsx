import { Field, type FieldProps } from '#components/ui/field.tsx';
import { type DataAttributes, describedBy, fieldId } from '#components/ui/field-id.ts';

type Props = FieldProps & {
  defaultValue?: string;
  rows?: number;
  maxLength?: number;
  data?: DataAttributes;
};

export function TextArea(props: Props) {
  const { name, label, labelAsHeading, hint, error, optional, data, rows = 4, ...rest } = props;
  return (
    <Field {...{ name, label, labelAsHeading, hint, error, optional }}>
      <textarea
        {...rest}
        {...data}
        id={fieldId(name)}
        name={name}
        rows={rows}
        aria-describedby={describedBy(name, { hint, error })}
        aria-invalid={error ? true : undefined}
        className="control"
      />
    </Field>
  );
}
