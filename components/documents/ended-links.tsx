import { ShareCard } from '#components/documents/share-card.tsx';
import type { Share } from '#lib/domain/share-links/schema.ts';

type Props = {
  shares: readonly Share[];
  /** With those that are not listed. */
  total: number;
};

export function EndedLinks({ shares, total }: Props) {
  if (shares.length === 0) return null;
  return (
    <details className="mt-8" open={shares.some(({ askedAt }) => askedAt)}>
      <summary className="cursor-pointer py-2 font-semibold text-brand">
        Enlaces cerrados ({total})
      </summary>
      <p className="mt-1 text-sm text-ink-soft">
        Los guardamos 90 días para que veas quién los abrió.
        {shares.length < total && ` Estos son los ${shares.length} más nuevos.`}
      </p>
      <ul className="mt-3 overflow-hidden rounded-lg border border-line bg-surface">
        {shares.map((share) => (
          <ShareCard key={share.id} share={share} />
        ))}
      </ul>
    </details>
  );
}
