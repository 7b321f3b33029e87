import { SummaryList } from '#components/ui/summary-list.tsx';
import { knownCards } from '#components/wizard/review-rows.ts';
import { knownAt, type Place } from '#lib/domain/drafts/rules.ts';
import type { DraftAnswers } from '#lib/domain/drafts/schema.ts';
import { requestNumber } from '#lib/platform/format.ts';

type Props = { answers: DraftAnswers; place: Place };

/** Below the first page that is asked: what was not asked, from where it is known. */
export function KnownAnswers({ answers, place }: Props) {
  const known = knownAt(answers, place);
  if (!known) return null;
  const { request } = answers.known ?? {};
  const { licitacion } = place;
  const carried = licitacion ? `&licitacion=${encodeURIComponent(licitacion)}` : '';
  const rows = knownCards(answers, known).map((card) => ({
    label: card.title,
    value: card.rows.map(({ value }) => value).join(', '),
    changeHref: card.href + carried,
  }));
  return (
    <section
      aria-label="Lo que ya sabemos"
      className="mt-10 grid gap-3 rounded-lg border border-line bg-surface px-4 py-3 sm:px-5"
    >
      <p>
        {request
          ? `Usamos los datos de tu solicitud ${requestNumber(request)}. Las garantías, la licitación y los archivos empiezan de cero.`
          : 'Esto ya lo sabemos por la licitación que elegiste.'}
      </p>
      <SummaryList rows={rows} />
    </section>
  );
}
