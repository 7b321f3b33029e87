import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { WizardPage } from '#components/wizard/wizard-page.tsx';
import { DRAFT_COOKIE, findDraft, findDraftOfResumeLink } from '#lib/domain/drafts/reads.ts';
import { WIZARD } from '#lib/domain/drafts/view.ts';
import { now } from '#lib/platform/clock.ts';

export const metadata: Metadata = { title: 'Retomar solicitud', robots: { index: false } };

type Props = { params: Promise<{ token: string }> };

/** Asks before it opens: mail scanners follow links, and another draft may be open here. */
export default async function ResumePage({ params }: Props) {
  const { token } = await params;
  const draft = await findDraftOfResumeLink(token, now());
  const here = await findDraft((await cookies()).get(DRAFT_COOKIE)?.value, now());
  if (!draft) {
    return (
      <WizardPage>
        <PageHeading lead="Los enlaces duran 30 días desde tu última respuesta. Puedes empezar una solicitud nueva en unos minutos.">
          Este enlace ya no sirve
        </PageHeading>
        <LinkButton href={WIZARD}>Pedir una garantía</LinkButton>
      </WizardPage>
    );
  }
  const other = here && here.id !== draft.id && here.answers.answered.length > 0;
  return (
    <WizardPage>
      <PageHeading
        lead={
          draft.submissionId
            ? 'Esta solicitud ya fue enviada. Puedes ver su comprobante.'
            : 'Seguirás donde quedaste, con todas tus respuestas.'
        }
      >
        Retoma tu solicitud
      </PageHeading>
      {other && !draft.submissionId && (
        <div className="mb-6">
          <Notice tone="warning">
            <p>En este dispositivo hay otra solicitud sin enviar. La reemplazarás por esta.</p>
          </Notice>
        </div>
      )}
      <form
        method="post"
        action={`${WIZARD}/retomar/${encodeURIComponent(token)}/abrir`}
        data-once=""
      >
        <Button wide>{draft.submissionId ? 'Ver comprobante' : 'Seguir con mi solicitud'}</Button>
      </form>
    </WizardPage>
  );
}
