'use client';

import { type DragEventHandler, type ReactNode, useEffect, useRef, useState } from 'react';
import { markCorrected, useCorrectedFields } from '#components/ui/corrected-fields.ts';
import { Field, type FieldProps } from '#components/ui/field.tsx';
import { controlOf } from '#components/ui/field-id.ts';
import { useRenderCount } from '#components/ui/render-count.ts';
import { acceptedExtensions } from '#lib/platform/storage/inspection/accepted.ts';

type Props = Omit<FieldProps, 'hint'> & {
  /** The hint says what to attach. The accepted types follow it. */
  hint?: string;
  maxUploadMb: number;
  /** The accepted types in words. Default: all types of uploads. Set it together with `accept`. */
  types?: string;
  /** The attribute `accept` of the input. Default: all types of uploads. */
  accept?: string;
  multiple?: boolean;
  /** True if files were received before. */
  isMore?: boolean;
  children?: ReactNode;
  onFiles?: (input: HTMLInputElement) => void;
  onDropCapture?: DragEventHandler;
};

/**
 * A file field with our own Spanish texts, because those of the native input are in the browser's
 * language.
 */
export function FileField(props: Props) {
  const { maxUploadMb, multiple, isMore, types, accept, children, ...field } = props;
  const [chosenName, setChosenName] = useState<string | null>(null);
  const renderCount = useRenderCount();
  const input = useRef<HTMLInputElement>(null);
  // A person may have chosen a file before the script was loaded.
  useEffect(() => setChosenName(chosenNameOf(input.current)), []);
  const typesText = types ?? 'PDF, imagen, Word o Excel';
  const hint = `${props.hint ?? ''} ${typesText}, hasta ${maxUploadMb} MB.`.trim();
  // The server's error was about the former file.
  const error = useCorrectedFields().has(props.name) ? undefined : props.error;
  const control = controlOf({ ...field, error, hint });
  const pluralSuffix = multiple ? 's' : '';
  return (
    <Field {...field} error={error} hint={hint}>
      <div className="file-control">
        <input
          {...control}
          ref={input}
          type="file"
          multiple={multiple}
          required={props.required}
          accept={accept ?? acceptedExtensions.map((extension) => `.${extension}`).join(',')}
          data-max-mb={maxUploadMb}
          className="control"
          onChange={({ currentTarget }) => {
            props.onFiles?.(currentTarget);
            setChosenName(chosenNameOf(currentTarget));
            markCorrected(props.name, renderCount);
          }}
          onDropCapture={props.onDropCapture}
        />
        <p
          className="pointer-events-none flex min-w-0 items-center gap-3 p-1.5 leading-tight wrap-anywhere"
          aria-hidden="true"
        >
          <span className="w-36 flex-none rounded-sm bg-brand-tint py-2.5 text-center font-semibold text-brand">
            {isMore ? 'Agregar otro' : `Elegir archivo${pluralSuffix}`}
          </span>
          <span data-chosen="">{chosenName ?? (isMore ? '' : `Sin archivo${pluralSuffix}`)}</span>
        </p>
      </div>
      {children}
    </Field>
  );
}

function chosenNameOf(input: HTMLInputElement | null): string | null {
  const [first, ...others] = input?.files ?? [];
  return others.length > 0 ? `${others.length + 1} archivos` : (first?.name ?? null);
}
