import { Field, type FieldProps } from '#components/ui/field.tsx';
import { controlOf, type DataAttributes } from '#components/ui/field-id.ts';

/** Dates are `YYYY-MM-DD`, the format of the native control. */
type Props = FieldProps & {
  defaultValue?: string;
  min?: string;
  max?: string;
  autoComplete?: 'bday';
  data?: DataAttributes;
};

export function DateField(props: Props) {
  const { min, max, autoComplete, defaultValue, required, data } = props;
  return (
    <Field {...props}>
      <div className="max-w-56">
        <input
          {...{ min, max, autoComplete, defaultValue, required }}
          {...data}
          {...controlOf(props)}
          type="date"
          className="control tabular-nums"
        />
      </div>
    </Field>
  );
}
