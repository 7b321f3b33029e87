import type { WizardPageProps } from '#app/gestiona-tu-garantia/_lib/step-state.ts';
import { LawRemarks } from '#components/marketplace/law-remarks.tsx';
import { Card } from '#components/ui/card.tsx';
import { ConfirmButton } from '#components/ui/confirm-button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { guaranteeCard } from '#components/wizard/review-rows.ts';
import { StepForm } from '#components/wizard/step-form.tsx';
import { Suggestions } from '#components/wizard/suggestions.tsx';
import { MAX_GUARANTEES } from '#lib/domain/drafts/rules.ts';
import { steps } from '#lib/domain/drafts/steps.ts';
import { formPath, ownRemarks, wizardPath } from '#lib/domain/drafts/view.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { now } from '#lib/platform/process/clock.ts';

export function GuaranteesPage({ page, answers, tender }: WizardPageProps) {
  const items = answers.garantias;
  const cards = items.map((item) => ({
    id: item.id,
    own: ownRemarks(tender, item),
    ...guaranteeCard(answers, item, page),
  }));
  const intro =
    items.length === 1
      ? 'Pediste una. ¿Necesitas otra?'
      : `Pediste ${items.length}. ¿Falta alguna?`;
  return (
    <>
      <PageHeading intro={intro}>{steps[page.step].question}</PageHeading>
      <div className="grid gap-5">
        {cards.map(({ id, own, title, rows }) => (
          <Card key={id} title={title}>
            <SummaryList rows={rows} />
            <LawRemarks remarks={own} isOwn className="mt-4" />
            <div className="-mb-3 border-t border-line pt-1 has-[[open]]:mb-0 [&_summary]:-ml-3.5">
              <ConfirmButton
                verb="Quitar"
                subject={title}
                buttonStyle={{ variant: 'quiet', compact: true }}
                question="Se pierde lo que respondiste de esta garantía."
                action={formPath('quitar', page)}
                field={{ name: 'g', value: id }}
              />
            </div>
          </Card>
        ))}
        {items.length < MAX_GUARANTEES && (
          <Suggestions
            page={page}
            today={isoDay(now())}
            suggestions={tender?.suggestions ?? []}
            className="mt-2"
          />
        )}
        {items.length < MAX_GUARANTEES ? (
          <div>
            <LinkButton
              variant="secondary"
              href={wizardPath({ step: 'garantia-tipo', draft: page.draft })}
              wide
            >
              Agregar otra garantía
            </LinkButton>
          </div>
        ) : (
          <p>Llegaste al máximo de {MAX_GUARANTEES} garantías por solicitud.</p>
        )}
        <StepForm page={page}>{null}</StepForm>
      </div>
    </>
  );
}
