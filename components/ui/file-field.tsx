import type { ReactNode } from 'react';
import { Field, type FieldProps } from '#components/ui/field.tsx';
import { controlOf, type DataAttributes } from '#components/ui/field-id.ts';
import { acceptedExtensions } from '#lib/platform/storage/judging/accepted.ts';

type Props = Omit<FieldProps, 'hint'> & {
  /** What to attach, before which files are taken. */
  hint?: string;
  maxMb: number;
  /** In words and as the browser asks for them, where not all that may be uploaded will do. */
  types?: string;
  accept?: string;
  multiple?: boolean;
  children?: ReactNode;
  data?: DataAttributes;
};

/** Browsers write in their own language: our words lie over theirs (`sayChosen`). */
export function FileField({ maxMb, multiple, types, accept, children, data, ...props }: Props) {
  const hint =
    `${props.hint ?? ''} ${types ?? 'PDF, imagen, Word o Excel'}, hasta ${maxMb} MB.`.trim();
  return (
    <Field {...props} hint={hint}>
      <div className="file-control">
        <input
          {...data}
          {...controlOf({ ...props, hint })}
          type="file"
          multiple={multiple}
          required={props.required}
          accept={accept ?? acceptedExtensions.map((extension) => `.${extension}`).join(',')}
          data-max-mb={maxMb}
          className="control"
        />
        <p
          className="pointer-events-none flex min-w-0 items-center gap-3 p-1.5 leading-tight wrap-anywhere"
          aria-hidden="true"
        >
          <span className="w-36 flex-none rounded-sm bg-brand-tint py-2.5 text-center font-semibold text-brand">
            {multiple ? 'Elegir archivos' : 'Elegir archivo'}
          </span>
          <span data-chosen="">{multiple ? 'Sin archivos' : 'Sin archivo'}</span>
        </p>
      </div>
      {children}
    </Field>
  );
}
