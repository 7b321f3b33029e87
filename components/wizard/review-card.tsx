import { Card } from '#components/ui/card.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import type { ReviewCard } from '#components/wizard/review-rows.ts';

/** A card of answers in few lines, with one way back to its pages. */
export function AnswersCard({ title, rows, missing, href }: ReviewCard) {
  const change = (
    <a href={href} className="-my-2 inline-block py-2.5">
      Cambiar<VisuallyHidden> {title}</VisuallyHidden>
    </a>
  );
  return (
    <Card title={title} aside={change} compact>
      <dl className="grid gap-1">
        {rows.map(({ label, value }) => (
          <div key={label} className="sm:grid sm:grid-cols-[2fr_3fr] sm:gap-x-4">
            <dt className="inline text-sm text-ink-soft">{label}</dt>{' '}
            <dd className="inline font-semibold break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {missing.length > 0 && (
        <p className="text-sm text-ink-soft">
          Sin responder:{' '}
          {missing.map((one, at) => (
            <span key={one.label}>
              {at > 0 && ', '}
              <a href={one.href} className="inline-block py-1">
                {one.label}
              </a>
            </span>
          ))}
        </p>
      )}
    </Card>
  );
}
