import { Section } from '#components/home/section.tsx';

type Props = { owner?: string | undefined; answerHours?: number | undefined };

/** Who answers and how fast, as the operator says it; nothing where nothing was said. */
export function Behind({ owner, answerHours }: Props) {
  if (!owner && !answerHours) return null;
  return (
    <Section id="quienes-somos" title="Quién te responde" beside>
      <div className="grid gap-3 text-lg">
        {owner && <p>{owner}</p>}
        {answerHours && (
          <p>
            Un asesor te responde en{' '}
            <strong>{answerHours === 1 ? 'una hora hábil' : `${answerHours} horas hábiles`}</strong>{' '}
            o menos, de lunes a viernes.
          </p>
        )}
      </div>
    </Section>
  );
}
