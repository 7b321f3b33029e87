import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import type { Handover } from '#lib/domain/issued-guarantees/steps.ts';

export function HandInSteps({ steps, page }: Handover) {
  return (
    <>
      <ol className="grid max-w-text list-decimal gap-2 pl-6">
        {steps.map((step) => (
          <li key={step} className="wrap-anywhere">
            <UnbrokenText text={step} />
          </li>
        ))}
      </ol>
      {page && (
        <p className="mt-2">
          <a href={page.href} target="_blank" rel="noopener" className="inline-block py-1">
            <UnbrokenText text={page.label} />
          </a>
        </p>
      )}
    </>
  );
}
