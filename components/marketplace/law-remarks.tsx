import { Notice } from '#components/ui/notice.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import {
  lawCitation,
  ownRemarkAdvice,
  ownRemarkText,
  remarkAdvice,
  remarkCopy,
} from '#lib/domain/law/copy.ts';
import type { Remark } from '#lib/domain/law/rules.ts';

type Props = {
  remarks: readonly Remark[];
  /** True for the person's own request, false for the page of a tender. */
  isOwn?: boolean;
  className?: string;
};

export function LawRemarks({ remarks, isOwn, className = 'mt-8' }: Props) {
  if (remarks.length === 0) return null;
  return (
    <div className={className}>
      <Notice
        tone="warning"
        title={isOwn ? 'La ley dice otra cosa' : 'Pide más de lo que dice la ley'}
      >
        {remarks.map((remark) => (
          <p key={remark}>
            <UnbrokenText text={isOwn ? ownRemarkText(remark) : remarkCopy[remark]} />
          </p>
        ))}
        <p>
          {isOwn ? ownRemarkAdvice : remarkAdvice}{' '}
          <a href={lawCitation.href} target="_blank" rel="noopener">
            {lawCitation.text}
          </a>
          .
        </p>
      </Notice>
    </div>
  );
}
