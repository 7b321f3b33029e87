import { Container } from '#components/ui/container.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { workingHours } from '#lib/domain/guarantees/copy.ts';

type Props = { owner?: string | undefined; answerHours?: number | undefined };

/** Who answers and how fast, as the operator says it; nothing where nothing was said. */
export function Behind({ owner, answerHours }: Props) {
  if (!owner && !answerHours) return null;
  return (
    <Container>
      <div className="grid gap-x-8 gap-y-3 py-8 md:auto-cols-fr md:grid-flow-col">
        {answerHours && (
          <p className="flex gap-3">
            <Icon name="clock" className="mt-0.5 size-6 text-copper" />
            <span>
              Un asesor te responde en <strong>{workingHours(answerHours)}</strong> o menos, de
              lunes a viernes.
            </span>
          </p>
        )}
        {owner && (
          <p className="flex gap-3">
            <Icon name="cumplimiento" className="mt-0.5 size-6 text-copper" />
            <span className="min-w-0">{owner}</span>
          </p>
        )}
      </div>
    </Container>
  );
}
