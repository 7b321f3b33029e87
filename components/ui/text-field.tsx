import type { HTMLInputAutoCompleteAttribute, ReactNode, Ref } from 'react';
import { CheckLine, type CheckResult } from '#components/ui/check-line.tsx';
import { Field, type FieldProps } from '#components/ui/field.tsx';
import { controlOf, type DataAttributes } from '#components/ui/field-id.ts';

type Props = FieldProps & {
  defaultValue?: string;
  type?: 'text' | 'email' | 'tel' | 'url' | 'password' | 'search';
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | 'url' | 'search';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  autoCapitalize?: 'none' | 'sentences' | 'words' | 'characters';
  spellCheck?: boolean;
  maxLength?: number;
  /** A unit such as `$` or `UF`. Screen readers skip it, so label or hint must also contain it. */
  prefix?: string;
  suffix?: string;
  width?: 'short' | 'medium' | 'full';
  list?: string;
  data?: DataAttributes;
  ref?: Ref<HTMLInputElement>;
  onInput?: () => void;
  /** Result of the field's check: `{}` before the first check, undefined if the field has none. */
  check?: CheckResult | undefined;
  /** Content under the input. */
  children?: ReactNode;
};

export function TextField(props: Props) {
  const { label, hint, error, optional, ...rest } = props;
  const {
    type = 'text',
    prefix,
    suffix,
    width = 'full',
    data,
    check,
    children,
    ...attributes
  } = rest;
  const input = (
    <input
      {...attributes}
      {...data}
      {...controlOf(props)}
      type={type}
      className={`control ${prefix || suffix ? 'min-w-0 flex-1' : ''}`.trim()}
    />
  );
  return (
    <Field {...props}>
      <div className={widths[width]}>
        {prefix || suffix ? (
          <div className="flex">
            {prefix && <Affix text={prefix} />}
            {input}
            {suffix && <Affix text={suffix} />}
          </div>
        ) : (
          input
        )}
        {check && <CheckLine name={props.name} check={check} />}
        {children}
      </div>
    </Field>
  );
}

function Affix({ text }: { text: string }) {
  return (
    <span className="affix" aria-hidden="true">
      {text}
    </span>
  );
}

const widths = { short: 'max-w-48', medium: 'min-[25rem]:max-w-80', full: '' } as const;
