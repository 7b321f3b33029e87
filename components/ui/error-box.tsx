'use client';

import type { ReactNode } from 'react';
import { useCorrectedFields } from '#components/ui/corrected-fields.ts';
import { fieldId } from '#components/ui/field-id.ts';

type Props = { errors: Readonly<Record<string, string>>; heading: ReactNode };

/** Lists refused fields. A line disappears when its field is corrected. */
export function ErrorBox({ errors, heading }: Props) {
  const correctedFields = useCorrectedFields();
  const remainingErrors = Object.entries(errors).filter(([field]) => !correctedFields.has(field));
  if (remainingErrors.length === 0) return null;
  return (
    <div
      role="alert"
      tabIndex={-1}
      data-focus=""
      // biome-ignore lint/a11y/noAutofocus: what was refused is read first
      autoFocus
      className="mb-8 rounded-md border-2 border-danger bg-danger-tint p-5"
    >
      {heading}
      <ul className="mt-2 grid wrap-anywhere">
        {remainingErrors.map(([field, message]) => (
          <li key={field}>
            <a
              href={`#${fieldId(field)}`}
              className="inline-block py-1.5 font-semibold text-danger hover:text-danger-strong"
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
