import { Captcha } from '#components/forms/captcha.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { AnswersCard } from '#components/wizard/review-card.tsx';
import { reviewCards } from '#components/wizard/review-rows.ts';
import type { ScreenProps } from '#components/wizard/screen.ts';
import { TenderNotice } from '#components/wizard/tender-notice.tsx';
import { steps } from '#lib/domain/drafts/steps.ts';
import { placePath } from '#lib/domain/drafts/view.ts';
import { meantEmail } from '#lib/platform/email-slips.ts';

export function ReviewScreen({ place, answers, errors, captcha, tender }: ScreenProps) {
  const { question, lead } = steps[place.step];
  const meant = meantEmail(answers.values.email);
  return (
    <>
      <div className="-mb-4">
        <PageHeading lead={lead}>{question}</PageHeading>
      </div>
      {meant && (
        <div className="mb-4">
          <Notice tone="warning">
            <p className="wrap-anywhere">
              Escribiste {answers.values.email}. ¿Quisiste decir <strong>{meant}</strong>?{' '}
              <a href={placePath({ step: 'contacto' })} className="inline-block py-1">
                Revisar el correo
              </a>
            </p>
          </Notice>
        </div>
      )}
      {!tender?.facts && <TenderNotice tender={tender} />}
      <div className="grid gap-2 sm:gap-3">
        {reviewCards(answers, { tender }).map((card) => (
          <AnswersCard key={card.title} {...card} />
        ))}
        <form
          method="post"
          action="/f/gestiona-tu-garantia/enviar"
          data-once=""
          noValidate
          className="grid gap-4"
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
