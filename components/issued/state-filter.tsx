import { standingCopy } from '#lib/domain/issued/copy.ts';
import { type Standing, standings } from '#lib/domain/issued/schema.ts';

export function StateFilter({ current }: { current: Standing | undefined }) {
  return (
    <nav aria-label="Estado" className="mb-6 flex flex-wrap gap-x-5 gap-y-1 border-b border-line">
      {[undefined, ...standings].map((state) => (
        <a
          key={state ?? 'todas'}
          href={state ? `/panel/garantias?state=${state}` : '/panel/garantias'}
          aria-current={state === current ? 'page' : undefined}
          className="-mb-px inline-flex min-h-11 items-center border-b-3 border-transparent text-ink no-underline hover:border-line-strong aria-[current]:border-copper aria-[current]:font-semibold"
        >
          {state ? standingCopy[state].label : 'Todas'}
        </a>
      ))}
    </nav>
  );
}
