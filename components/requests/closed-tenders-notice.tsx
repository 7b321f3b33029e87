import { Notice } from '#components/ui/notice.tsx';
import { closedTendersCopy } from '#lib/domain/requests/applicant/copy.ts';

type Props = {
  /** Number of requests whose tender has closed and whose applicant has not written since. */
  count: number;
  /** URL of the list of these requests, or undefined on that list itself. */
  href: string | undefined;
};

/** Says once what the rows of these requests would all say. */
export function ClosedTendersNotice({ count, href }: Props) {
  if (count === 0) return null;
  return (
    <div className="mb-6">
      <Notice tone="warning" title={closedTendersCopy.title(count)}>
        <p>
          {closedTendersCopy.advice}{' '}
          {href && <a href={href}>{count === 1 ? 'Ver cuál' : 'Ver cuáles'}</a>}
        </p>
      </Notice>
    </div>
  );
}
