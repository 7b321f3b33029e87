import { Captcha } from '#components/forms/captcha.tsx';
import { Consent } from '#components/forms/consent.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { DatedText } from '#components/ui/dated-text.tsx';
import { fieldId } from '#components/ui/field-id.ts';
import { Form } from '#components/ui/form.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { type ReviewCard, reviewCards } from '#components/wizard/review-rows.ts';
import type { ScreenProps } from '#components/wizard/screen.ts';
import { TenderNotice } from '#components/wizard/tender-notice.tsx';
import { steps } from '#lib/domain/drafts/steps.ts';
import { formPath, keyOfQuestions, placePath } from '#lib/domain/drafts/view.ts';
import { ownRemarkText } from '#lib/domain/law/copy.ts';

export function ReviewScreen(props: ScreenProps) {
  const { place, answers, errors, captcha, tender, questions } = props;
  const { question, lead } = steps[place.step];
  return (
    <>
      <div className="-mb-4">
        <PageHeading lead={lead}>{question}</PageHeading>
      </div>
      {!tender?.facts && <TenderNotice tender={tender} place={place} />}
      <div className="grid gap-2 sm:gap-3">
        {reviewCards(answers, place, tender).map((card) => (
          <AnswersCard key={card.title} {...card} />
        ))}
        <Form action={formPath('enviar', place)} className="grid gap-4">
          {questions.length > 0 && (
            <Notice tone="warning" title="Antes de enviar, confirma">
              <ul id={fieldId('preguntas')} tabIndex={-1} className="mt-1 grid gap-1">
                {questions.map(({ text, place: about }) => (
                  <li key={text + about.g} className="wrap-anywhere">
                    <DatedText text={text} />{' '}
                    <a
                      href={placePath({ ...about, draft: place.draft })}
                      className="inline-block py-1"
                    >
                      Cambiar<VisuallyHidden>: {text}</VisuallyHidden>
                    </a>
                  </li>
                ))}
              </ul>
              <input type="hidden" name="preguntas" value={keyOfQuestions(questions)} />
            </Notice>
          )}
          <Consent name="acepto" use="gestionar mi garantía" error={errors.acepto} />
          {captcha && <Captcha {...captcha} />}
          <div>
            <Button wide>
              {questions.length > 0 ? 'Está bien así: enviar solicitud' : 'Enviar solicitud'}
            </Button>
          </div>
        </Form>
      </div>
    </>
  );
}

/** Shows answers in few lines. Its heading leads to the first page, a label to each other one. */
function AnswersCard({ title, pages, missing, remarks }: ReviewCard) {
  const [first] = pages;
  return (
    <Card
      title={title}
      aside={first && <Change href={first.href} what={title} />}
      compact
      look="max-sm:py-2"
    >
      <dl className="grid gap-0.5 text-sm sm:gap-1 sm:text-base">
        {pages.flatMap(({ href, rows }) =>
          rows.map((row, at) => (
            <Answer key={row.label} {...row} href={at === 0 && href !== first?.href && href} />
          )),
        )}
      </dl>
      {remarks.map((remark) => (
        <p key={remark} className="mt-2 border-l-4 border-warning pl-3 text-sm">
          <DatedText text={ownRemarkText(remark)} />
        </p>
      ))}
      {missing.length > 0 && (
        <p className="text-sm text-ink-soft">
          Sin responder:{' '}
          {missing.map((one, at) => (
            <span key={one.label}>
              <a href={one.href} className="inline-block py-1">
                {one.label}
              </a>
              {at < missing.length - 1 && ', '}
            </span>
          ))}
        </p>
      )}
    </Card>
  );
}

function Answer({ label, value, href }: { label: string; value: string; href: string | false }) {
  return (
    <div className="sm:grid sm:grid-cols-[2fr_3fr] sm:gap-x-4">
      <dt className="inline text-ink-soft sm:text-sm">
        {href ? (
          <a href={href} className="inline-block py-1">
            <VisuallyHidden>Cambiar </VisuallyHidden>
            {label}
          </a>
        ) : (
          label
        )}
      </dt>{' '}
      <dd className="inline font-semibold break-words">
        <DatedText text={value} />
      </dd>
    </div>
  );
}

function Change({ href, what }: { href: string; what: string }) {
  return (
    <a href={href} className="-my-2 inline-block py-2.5">
      Cambiar<VisuallyHidden> {what}</VisuallyHidden>
    </a>
  );
}
