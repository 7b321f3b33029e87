import { Fragment } from 'react';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { origins } from '#lib/domain/documents/copy.ts';
import type { CategoryKey } from '#lib/domain/documents/rules.ts';

/** Links to sites where the document can be obtained. These sites get no referrer. */
export function OriginLinks({
  category,
  className = '',
}: {
  category: CategoryKey;
  className?: string;
}) {
  if (origins[category].length === 0) return null;
  return (
    <p className={`mt-0.5 text-sm ${className}`}>
      Dónde obtenerlo:{' '}
      {origins[category].map(({ name, url }, index) => (
        <Fragment key={name}>
          {index > 0 && ' · '}
          {url ? (
            <a href={url} target="_blank" rel="noreferrer" className="inline-block py-1">
              {name}
              <VisuallyHidden> (otro sitio, en otra pestaña)</VisuallyHidden>
            </a>
          ) : (
            name
          )}
        </Fragment>
      ))}
    </p>
  );
}
