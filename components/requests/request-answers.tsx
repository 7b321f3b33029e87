import { Section } from '#components/ui/section.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { requestSections } from '#lib/domain/requests/submissions/request-view.ts';
import type { StoredAnswers } from '#lib/domain/requests/submissions/view.ts';

export function RequestAnswers({ answers }: { answers: StoredAnswers }) {
  return (
    <Section id="pedido">
      <details>
        <summary className="cursor-pointer">
          <h2 className="inline text-lg">Lo que pediste</h2>
        </summary>
        {requestSections(answers, []).map(({ title, rows }) => (
          <div key={title} className="mt-6">
            <h3 className="mb-2">{title}</h3>
            <SummaryList dense rows={rows} />
          </div>
        ))}
      </details>
    </Section>
  );
}
