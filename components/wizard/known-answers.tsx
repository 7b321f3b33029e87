import { AnswersCard } from '#components/wizard/review-card.tsx';
import { knownCards } from '#components/wizard/review-rows.ts';
import { knownAt, type Place } from '#lib/domain/drafts/rules.ts';
import type { DraftAnswers } from '#lib/domain/drafts/schema.ts';

type Props = { answers: DraftAnswers; place: Place };

/** On the first page that is asked: what was not asked, from where it is known. */
export function KnownAnswers({ answers, place }: Props) {
  const known = knownAt(answers, place);
  if (!known) return null;
  const { request } = answers.known ?? {};
  const carried = place.licitacion ? `&licitacion=${encodeURIComponent(place.licitacion)}` : '';
  return (
    <section aria-label="Lo que ya sabemos" className="mb-8 grid gap-3">
      <p>
        {request
          ? `Usamos los datos de tu solicitud N.º ${request}. Las garantías, la licitación y los archivos empiezan de cero.`
          : 'Esto ya lo sabemos por la licitación que elegiste.'}
      </p>
      {knownCards(answers, known).map(({ missing: _, href, ...card }) => (
        <AnswersCard key={card.title} {...card} missing={[]} href={href + carried} />
      ))}
    </section>
  );
}
