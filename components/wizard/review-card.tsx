import { Card } from '#components/ui/card.tsx';
import { DatedText } from '#components/ui/dated-text.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import type { ReviewCard } from '#components/wizard/review-rows.ts';

/** A card of answers in few lines: its heading leads back to its first page, a row to each other one. */
export function AnswersCard({ title, pages, missing }: ReviewCard) {
  const [first] = pages;
  return (
    <Card title={title} aside={first && <Change href={first.href} what={title} />} compact>
      <dl className="grid gap-1">
        {pages.flatMap(({ href, rows }) =>
          rows.map((row, at) => (
            <Answer key={row.label} {...row} href={at === 0 && href !== first?.href && href} />
          )),
        )}
      </dl>
      {missing.length > 0 && (
        <p className="text-sm text-ink-soft">
          Sin responder:{' '}
          {missing.map((one, at) => (
            <span key={one.label}>
              <a href={one.href} className="inline-block py-1">
                {one.label}
              </a>
              {at < missing.length - 1 && ', '}
            </span>
          ))}
        </p>
      )}
    </Card>
  );
}

function Answer({ label, value, href }: { label: string; value: string; href: string | false }) {
  return (
    <div
      className={`relative sm:grid sm:grid-cols-[2fr_3fr] sm:gap-x-4 sm:pr-20 ${href ? 'pr-20' : ''}`}
    >
      <dt className="inline text-sm text-ink-soft">{label}</dt>{' '}
      <dd className="inline font-semibold break-words">
        <DatedText text={value} />
      </dd>
      {href && (
        <dd className="absolute top-0 right-0">
          <Change href={href} what={label} />
        </dd>
      )}
    </div>
  );
}

function Change({ href, what }: { href: string; what: string }) {
  return (
    <a href={href} className="-my-2 inline-block py-2.5">
      Cambiar<VisuallyHidden> {what}</VisuallyHidden>
    </a>
  );
}
