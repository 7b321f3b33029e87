import { Field, type FieldProps } from '#components/ui/field.tsx';
import { controlOf, type DataAttributes } from '#components/ui/field-id.ts';

type Props = FieldProps & {
  defaultValue?: string;
  rows?: number;
  maxLength?: number;
  data?: DataAttributes;
};

export function TextArea(props: Props) {
  const { rows = 4, maxLength, defaultValue, required, data } = props;
  return (
    <Field {...props}>
      <textarea
        {...{ rows, maxLength, defaultValue, required }}
        {...data}
        {...controlOf(props)}
        className="control"
      />
    </Field>
  );
}
