import type { AffectedRecord } from '#lib/domain/erasure/view.ts';

export function AffectedList({ records }: { records: readonly AffectedRecord[] }) {
  return (
    <ul className="grid gap-1">
      {records.map(({ name, href, details }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change places
        <li key={index} className="wrap-anywhere">
          {href ? (
            <a href={href} className="inline-block py-1 font-semibold">
              {name}
            </a>
          ) : (
            <span className="inline-block py-1 font-semibold">{name}</span>
          )}
          <span className="text-ink-soft"> · {details}</span>
        </li>
      ))}
    </ul>
  );
}
