import { SummaryList } from '#components/ui/summary-list.tsx';
import { prefilledCards } from '#components/wizard/review-rows.ts';
import { originOf, prefilledStepsOf, type WizardPage } from '#lib/domain/drafts/rules.ts';
import type { DraftAnswers } from '#lib/domain/drafts/schema.ts';
import type { DraftTender } from '#lib/domain/drafts/view.ts';
import { formatRequestNumber } from '#lib/platform/chile/format.ts';

type Props = { answers: DraftAnswers; page: WizardPage; tender: DraftTender | null };

/** Shows answers that were copied from elsewhere, below the first page without an answer. */
export function PrefilledAnswers({ answers, page, tender }: Props) {
  const prefilledSteps = prefilledStepsOf(answers, page);
  if (!prefilledSteps) return null;
  const { request, message, renews } = originOf(answers);
  const asksAmount = answers.garantias.some((item) => item.renews && !item.montoGarantia);
  const otherAnswersText = answers.like
    ? 'También el tipo y, si la tenía, la glosa. Faltan el monto y las fechas; lo demás lo cambias, y adjuntas documentos, antes de enviar.'
    : 'Los archivos empiezan de cero.';
  const rows = prefilledCards(answers, prefilledSteps, { from: page, tender }).flatMap(
    ({ title, pages }) =>
      pages
        .map((card) => ({ ...card, rows: card.rows.filter(({ value }) => value) }))
        .filter((card) => card.rows.length > 0)
        .map((card, index) => ({
          label: (index > 0 && card.rows[0]?.label) || title,
          value: card.rows.map(({ value }) => value).join(', '),
          changeHref: card.href,
        })),
  );
  return (
    <section
      aria-label="Lo que ya sabemos"
      className="mt-10 grid gap-3 rounded-lg border border-line bg-surface px-4 py-3 sm:px-5"
    >
      <p>
        {renews
          ? `Es la prórroga de tu garantía ${formatRequestNumber(renews)}: ${asksAmount ? 'el tipo y la glosa' : 'el tipo, el monto y la glosa'} son los mismos. También usamos estos datos.`
          : request
            ? `Usamos los datos de tu solicitud ${formatRequestNumber(request)}. ${otherAnswersText}`
            : message
              ? `Esto ya nos lo contaste en tu mensaje ${formatRequestNumber(message)}. Lo cambias antes de enviar.`
              : answers.values.idLicitacion
                ? 'Esto ya lo sabemos por la licitación que elegiste.'
                : 'Lo tomamos de la calculadora. Cámbialo si no corresponde.'}
      </p>
      <SummaryList rows={rows} />
    </section>
  );
}
