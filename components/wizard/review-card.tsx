import { Card } from '#components/ui/card.tsx';
import { DatedText } from '#components/ui/dated-text.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import type { ReviewCard } from '#components/wizard/review-rows.ts';
import { ownRemarkText } from '#lib/domain/law/copy.ts';

/** A card of answers in few lines: its heading leads back to its first page, a label to each other one. */
export function AnswersCard({ title, pages, missing, remarks }: ReviewCard) {
  const [first] = pages;
  return (
    <Card
      title={title}
      aside={first && <Change href={first.href} what={title} />}
      compact
      look="max-sm:py-2"
    >
      <dl className="grid gap-0.5 text-sm sm:gap-1 sm:text-base">
        {pages.flatMap(({ href, rows }) =>
          rows.map((row, at) => (
            <Answer key={row.label} {...row} href={at === 0 && href !== first?.href && href} />
          )),
        )}
      </dl>
      {remarks.map((remark) => (
        <p key={remark} className="mt-2 border-l-4 border-warning pl-3 text-sm">
          <DatedText text={ownRemarkText(remark)} />
        </p>
      ))}
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
    <div className="sm:grid sm:grid-cols-[2fr_3fr] sm:gap-x-4">
      <dt className="inline text-ink-soft sm:text-sm">
        {href ? (
          <a href={href} className="inline-block py-1">
            <VisuallyHidden>Cambiar </VisuallyHidden>
            {label}
          </a>
        ) : (
          label
        )}
      </dt>{' '}
      <dd className="inline font-semibold break-words">
        <DatedText text={value} />
      </dd>
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
