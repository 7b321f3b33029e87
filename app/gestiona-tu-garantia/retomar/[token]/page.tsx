import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { findPageDraft, listPageDrafts } from '#app/_lib/page-draft.ts';
import { readPageQuery, secretPageMetadata } from '#app/_lib/page-query.ts';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { findDraftInAnyBrowser } from '#lib/domain/drafts/reads.ts';
import { nextPage } from '#lib/domain/drafts/rules.ts';
import { findDraftTender } from '#lib/domain/drafts/tender.ts';
import { WIZARD, wizardPath } from '#lib/domain/drafts/view.ts';
import { findLink, getShownPath } from '#lib/domain/links/reads.ts';
import { isEnded } from '#lib/domain/links/rules.ts';
import { tenderWithName } from '#lib/domain/requests/submissions/view.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { now } from '#lib/platform/process/clock.ts';
import { randomId } from '#lib/platform/security/ids.ts';

export const metadata: Metadata = { title: 'Retomar solicitud', ...secretPageMetadata };

type Props = PageProps<'/gestiona-tu-garantia/retomar/[token]'>;

/** Opens a mailed draft by a button, because mail scanners follow links. */
export default async function ResumePage({ params, searchParams }: Props) {
  const { token } = await params;
  const link = await findLink('resume', token);
  const draft = link && (await findDraftInAnyBrowser(getDb().read, link.subject, now()));
  const { found: ownDraft } = await findPageDraft(link?.subject);
  if (ownDraft) {
    const { id, submissionId, answers } = ownDraft;
    redirect(
      submissionId
        ? await getShownPath('receipt', submissionId)
        : wizardPath({ ...nextPage(answers), draft: id }),
    );
  }
  if (!link || !draft || isEnded(link, now()))
    return <Ended isSent={Boolean(draft?.submissionId)} />;
  const { problem } = await readPageQuery({ searchParams });
  const { values } = draft.answers;
  const tender = await findDraftTender(draft.answers);
  const rows = [
    { label: 'Licitación', value: tenderWithName(tender?.id ?? '', tender?.name) },
    { label: 'Cierre', value: tender?.closesAt ? formatDateTime(tender.closesAt) : '' },
    {
      label: 'Empresa',
      value: values.nombreEmpresaOferente ?? values.nombreEmpresaContratista ?? '',
    },
  ].filter(({ value }) => value);
  return (
    <>
      <div className="h-6" />
      <PageHeading intro="Alguien empezó esta solicitud de garantía en otro dispositivo y la dejó para después. Si sigues aquí, allá se cierra: lo que escribas desde ahora lo ves solo tú.">
        ¿Seguir con esta solicitud aquí?
      </PageHeading>
      <div className="mb-6 grid gap-4">
        {rows.length > 0 && <SummaryList rows={rows} />}
        {problem && (
          <Notice tone="danger" role="alert">
            <p>{problem.message}</p>
          </Notice>
        )}
        {(await listPageDrafts()).length > 0 && (
          <Notice tone="warning">
            <p>
              En este dispositivo hay otra solicitud sin enviar. Queda guardada entre tus
              borradores.
            </p>
          </Notice>
        )}
        <p>
          ¿No esperabas este enlace? Cierra esta página: no tienes que hacer nada. Si sigues, revisa
          las respuestas que ya están antes de enviarla.
        </p>
      </div>
      <Form action={`${WIZARD}/retomar/${encodeURIComponent(token)}/abrir`}>
        <input type="hidden" name="equipo" value={randomId()} />
        <Button wide>Seguir aquí</Button>
      </Form>
    </>
  );
}

function Ended({ isSent }: { isSent: boolean }) {
  return (
    <>
      <div className="h-6" />
      <PageHeading
        intro={
          isSent
            ? 'Lo que recibimos y el comprobante están en el correo que llegó al enviarla.'
            : 'Cada enlace sirve una vez, durante 30 días. Si tienes la solicitud abierta en otro dispositivo o navegador, pide ahí uno nuevo. Si no, puedes empezar una en unos minutos.'
        }
      >
        {isSent ? 'Esta solicitud ya se envió' : 'Este enlace ya no sirve'}
      </PageHeading>
      <LinkButton href={WIZARD}>Pedir una garantía</LinkButton>
    </>
  );
}
