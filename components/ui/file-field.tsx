import type { ReactNode } from 'react';
import { Field, type FieldProps } from '#components/ui/field.tsx';
import { type DataAttributes, describedBy, fieldId } from '#components/ui/field-id.ts';

type Props = FieldProps & {
  /** As the `accept` attribute: `.pdf,.docx,image/png`. */
  accept?: string;
  multiple?: boolean;
  children?: ReactNode;
  data?: DataAttributes;
};

export function FileField(props: Props) {
  const { name, label, labelAsHeading, hint, error, optional, children, data, ...rest } = props;
  return (
    <Field {...{ name, label, labelAsHeading, hint, error, optional }}>
      <input
        {...rest}
        {...data}
        id={fieldId(name)}
        name={name}
        type="file"
        aria-describedby={describedBy(name, { hint, error })}
        aria-invalid={error ? true : undefined}
        className="control control-file"
      />
      {children}
    </Field>
  );
}
