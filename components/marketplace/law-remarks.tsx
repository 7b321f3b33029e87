import { Notice } from '#components/ui/notice.tsx';
import { lawCitation, remarkAdvice, remarkCopy } from '#lib/domain/law/copy.ts';
import type { Remark } from '#lib/domain/law/rules.ts';

type Props = { remarks: readonly Remark[] };

/** Where the page of a tender asks for more than the law lets it. */
export function LawRemarks({ remarks }: Props) {
  if (remarks.length === 0) return null;
  return (
    <div className="mt-8">
      <Notice tone="warning" title="Pide más de lo que dice la ley">
        {remarks.map((remark) => (
          <p key={remark}>{remarkCopy[remark]}</p>
        ))}
        <p>
          {remarkAdvice}{' '}
          <a href={lawCitation.href} target="_blank" rel="noopener">
            {lawCitation.text}
          </a>
          .
        </p>
      </Notice>
    </div>
  );
}
