import { Captcha } from '#components/forms/captcha.tsx';
import { LawRemarks } from '#components/marketplace/law-remarks.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { AnswersCard } from '#components/wizard/review-card.tsx';
import { reviewCards } from '#components/wizard/review-rows.ts';
import type { ScreenProps } from '#components/wizard/screen.ts';
import { TenderNotice, TenderOver } from '#components/wizard/tender-notice.tsx';
import { steps } from '#lib/domain/drafts/steps.ts';
import { ownRemarks } from '#lib/domain/drafts/view.ts';

export function ReviewScreen({ place, answers, errors, captcha, tender }: ScreenProps) {
  const { question, lead } = steps[place.step];
  const own = new Set(answers.garantias.flatMap((item) => ownRemarks(tender, item)));
  return (
    <>
      <PageHeading lead={lead}>{question}</PageHeading>
      {!tender?.facts && <TenderNotice tender={tender} />}
      <TenderOver tender={tender} />
      <LawRemarks remarks={[...own]} own className="mb-6" />
      <div className="grid gap-3">
        {reviewCards(answers).map((card) => (
          <AnswersCard key={card.title} {...card} />
        ))}
        <form
          method="post"
          action="/f/gestiona-tu-garantia/enviar"
          data-once=""
          noValidate
          className="mt-2 grid gap-6"
        >
          <Checkbox
            name="acepto"
            label={
              <>
                Acepto que Resguardo use estos datos para gestionar mi garantía, como explica la{' '}
                <a href="/privacidad" target="_blank" rel="noopener">
                  política de privacidad
                </a>
                .
              </>
            }
            error={errors.acepto}
          />
          {captcha && <Captcha {...captcha} />}
          <div>
            <Button wide>Enviar solicitud</Button>
          </div>
        </form>
      </div>
    </>
  );
}
