import type { ReactNode } from 'react';
import { pageCaptcha } from '#app/_lib/page-query.ts';
import { readBidDeadline } from '#app/gestiona-tu-garantia/_lib/bid-deadline.ts';
import { findSender } from '#app/gestiona-tu-garantia/_lib/sender.ts';
import type { WizardPageProps } from '#app/gestiona-tu-garantia/_lib/step-state.ts';
import { TeamContact } from '#components/contact/team-contact.tsx';
import { Captcha } from '#components/forms/captcha.tsx';
import { Consent } from '#components/forms/consent.tsx';
import { Button } from '#components/ui/button.tsx';
import { fieldId } from '#components/ui/field-id.ts';
import { Form } from '#components/ui/form.tsx';
import { HolderScope } from '#components/ui/holder-scope.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { Section } from '#components/ui/section.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { type ReviewCard, reviewCards } from '#components/wizard/review-rows.ts';
import { TenderNotice } from '#components/wizard/tender-notice.tsx';
import { ViewFile } from '#components/wizard/view-file.tsx';
import { asksAboutLaw } from '#lib/domain/drafts/amount-limits.ts';
import { listOpenQuestions } from '#lib/domain/drafts/review-questions.ts';
import { type DraftAttachment, mayOpenFile } from '#lib/domain/drafts/schema.ts';
import { steps } from '#lib/domain/drafts/steps.ts';
import { formPath, keyOfQuestions, wizardPath } from '#lib/domain/drafts/view.ts';
import { ownRemarkAdvice, ownRemarkText } from '#lib/domain/law/copy.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { now } from '#lib/platform/process/clock.ts';

export async function ReviewPage({ page, answers, errors, tender }: WizardPageProps) {
  const { uf, examplePrices, company } = getEnv();
  const [captcha, sender, { closing, lateText, timelyText }] = await Promise.all([
    pageCaptcha('submission'),
    findSender(),
    readBidDeadline({ answers, tender }),
  ]);
  const questions = listOpenQuestions(answers, { tender, uf });
  const { question, intro } = steps[page.step];
  const cards = reviewCards(answers, { ...page, isChange: true }, tender, examplePrices);
  const remarks = cards.flatMap(({ title, guaranteeId, remarks }) =>
    // A question about the amount already says it.
    remarks
      .filter((remark) => !remark.endsWith('-above') || !asksAboutLaw(questions, guaranteeId))
      .map((remark) => ({ key: title + remark, title, text: ownRemarkText(remark) })),
  );
  const isDoubtful = questions.length > 0;
  return (
    <>
      <div className="-mb-4">
        <PageHeading intro={intro}>{question}</PageHeading>
      </div>
      {!tender?.facts && <TenderNotice tender={tender} page={page} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {cards.map((card) => (
          <AnswersSection
            key={card.title}
            {...card}
            drawFiles={(files) => (
              <ReviewFiles
                files={files}
                sender={sender}
                viewPath={formPath('documentos/ver', page)}
              />
            )}
          />
        ))}
        <HolderScope id={sender?.holderId ?? null}>
          <Form action={formPath('enviar', page)} className="grid gap-4">
            {(isDoubtful || lateText || remarks.length > 0) && (
              <Notice
                tone="warning"
                title={
                  isDoubtful || lateText ? 'Antes de enviar, confirma' : 'La ley dice otra cosa'
                }
              >
                {lateText && (
                  <>
                    <p>
                      <UnbrokenText text={lateText} />
                    </p>
                    <TeamContact
                      {...company}
                      payByText="Para llegar a tiempo,"
                      now={now()}
                      closesAt={closing}
                    />
                  </>
                )}
                {(isDoubtful || remarks.length > 0) && (
                  <ul id={fieldId('preguntas')} tabIndex={-1} className="mt-1 grid gap-1">
                    {questions.map(({ text, page: questionPage }) => (
                      <li key={text + questionPage.g} className="wrap-anywhere">
                        <UnbrokenText text={text} />{' '}
                        <a
                          href={wizardPath({ ...questionPage, draft: page.draft, isChange: true })}
                          className="inline-block py-1"
                        >
                          Cambiar<VisuallyHidden>: {text}</VisuallyHidden>
                        </a>
                      </li>
                    ))}
                    {remarks.map(({ key, title, text }) => (
                      <li key={key}>
                        <UnbrokenText
                          text={`${answers.garantias.length > 1 ? `${title}: ` : ''}${text} ${ownRemarkAdvice}`}
                        />
                      </li>
                    ))}
                  </ul>
                )}
                {isDoubtful && (
                  <input type="hidden" name="preguntas" value={keyOfQuestions(questions)} />
                )}
              </Notice>
            )}
            {timelyText && (
              <p>
                <UnbrokenText text={timelyText} />
              </p>
            )}
            {sender?.destinationText && <p className="text-sm">{sender.destinationText}</p>}
            <Consent name="acepto" use="gestionar mi garantía" error={errors.acepto} />
            {captcha && <Captcha {...captcha} />}
            <div>
              <Button wide>
                {isDoubtful ? 'Está bien así: enviar solicitud' : 'Enviar solicitud'}
              </Button>
            </div>
          </Form>
        </HolderScope>
      </div>
    </>
  );
}

type DrawFiles = (files: readonly DraftAttachment[]) => ReactNode;

type FilesProps = {
  files: readonly DraftAttachment[];
  sender: { holderId: string } | null;
  viewPath: string;
};

function ReviewFiles({ files, sender, viewPath }: FilesProps) {
  return (
    <ul>
      {files.map((file) => (
        <li key={file.uploadId} className="flex flex-wrap items-baseline gap-x-3 wrap-anywhere">
          {file.fileName}
          {mayOpenFile(file, sender) && (
            <span className="-my-2 font-normal">
              <ViewFile viewPath={viewPath} id={file.uploadId} name={file.fileName} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Shows a part of the answers. Its unanswered questions come last. */
function AnswersSection({ title, pages, drawFiles }: ReviewCard & { drawFiles: DrawFiles }) {
  const rows = pages.flatMap(({ rows }) => rows);
  const answeredRows = rows
    .filter(({ value }) => value)
    .map(({ files, ...row }) => (files ? { ...row, value: drawFiles(files) } : row));
  const emptyRows = rows.filter(({ value }) => !value);
  return (
    <Section title={title} compact>
      <SummaryList rows={[...answeredRows, ...emptyRows]} dense />
    </Section>
  );
}
