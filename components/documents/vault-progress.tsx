import { NextPaper } from '#components/documents/next-paper.tsx';
import type { CategoryOverview } from '#lib/domain/alerts/schema.ts';

type Props = {
  upToDate: number;
  asked: number;
  /** Of those asked, what is missing or has expired. */
  wanting: readonly CategoryOverview[];
};

/** "7 de 12 al día": how much of what everyone is asked for is there and valid, and what is next. */
export function VaultProgress({ upToDate, asked, wanting }: Props) {
  return (
    <>
      <p className="flex items-baseline gap-2">
        <span className="text-3xl font-semibold tabular-nums">{upToDate}</span>
        <span className="text-lg">de {asked} al día</span>
      </p>
      <progress className="meter my-3 block" value={upToDate} max={asked} aria-label="Al día">
        {upToDate} de {asked}
      </progress>
      <NextPaper wanting={wanting} />
    </>
  );
}
