import type { Metadata } from 'next';
import { orNotFound } from '#app/_lib/or-not-found.ts';
import { openPageLink } from '#app/_lib/page-link.ts';
import { secretPageMetadata } from '#app/_lib/page-query.ts';
import { findVisitor } from '#app/_lib/page-user.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import {
  AskRenewal,
  FactsCard,
  GuaranteeDocumentCard,
  StateCard,
} from '#components/issued-guarantees/guarantee-cards.tsx';
import { HandInSteps } from '#components/issued-guarantees/hand-in-steps.tsx';
import { RequestOfGuarantee } from '#components/issued-guarantees/request-of-guarantee.tsx';
import { RequestContact } from '#components/requests/request-contact.tsx';
import { EndedLinkPage } from '#components/site/ended-link.tsx';
import { SiteShell } from '#components/site/site-shell.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Card } from '#components/ui/card.tsx';
import { Container } from '#components/ui/container.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { ShareButton } from '#components/ui/share-button.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { listExtensions } from '#lib/domain/issued-guarantees/reads/extensions.ts';
import { listEvents } from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { getLinkedGuarantee } from '#lib/domain/issued-guarantees/reads/linked.ts';
import { handoverOf } from '#lib/domain/issued-guarantees/steps.ts';
import { codePath } from '#lib/domain/issued-guarantees/view.ts';
import { isOwnRequest } from '#lib/domain/requests/leads/reads/leads.ts';
import { contactText } from '#lib/domain/requests/leads/view.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import { handoverText } from '#lib/domain/requests/submissions/rules.ts';
import { findTenderStatus } from '#lib/domain/tenders/reads.ts';
import { formatDay, formatRequestNumber } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { now } from '#lib/platform/process/clock.ts';

export const metadata: Metadata = { title: 'Tu garantía', ...secretPageMetadata };

/** The page of an issued guarantee for the recipient of a mailed link. Its URL is a secret. */
export default async function LinkedGuaranteePage(props: PageProps<'/garantia/[token]'>) {
  const { link, path, pageQuery, ended } = await openPageLink('issued', props);
  if (ended) return <EndedLinkPage {...ended} />;
  const record = await orNotFound(() => getLinkedGuarantee(link));
  const { submissionId } = record;
  const visitor = await findVisitor();
  const isOwn =
    visitor !== null && submissionId !== null && (await isOwnRequest(visitor, submissionId));
  const isDone =
    record.reported !== null ||
    (await listEvents(record.number)).some(({ kind }) => kind === 'entregada');
  const tender = isDone ? null : await findTenderStatus(record.tenderId, now());
  const handIn = handoverText([{ tipoGarantia: record.type }], tender?.closesAt, now());
  return (
    <SiteShell quiet>
      <Container width="form">
        <div className="pt-8 pb-16">
          {isOwn && (
            <BackLink
              href={`/panel/solicitudes/${submissionId}`}
              label={`Volver a la solicitud ${formatRequestNumber(submissionId)}`}
            />
          )}
          <PageHeading intro={guaranteeTypeCopy[record.type].label}>
            Garantía {formatRequestNumber(record.number)}
          </PageHeading>
          <ProblemNotice problem={pageQuery.problem} />
          <div className="grid gap-5">
            {handIn && (
              <Notice tone="warning">
                <p className="font-semibold">
                  <UnbrokenText text={handIn} />
                </p>
              </Notice>
            )}
            {record.reported !== 'anulada' && (
              <GuaranteeDocumentCard
                record={record}
                hrefs={{ document: `${path}/documento`, sheet: `${path}/hoja` }}
              >
                <p className="mt-4 text-sm text-ink-soft">
                  Este enlace sirve hasta el {formatDay(link.endsAt)}. Quien lo tenga puede abrirla.
                  Después pides aquí mismo un enlace nuevo, que llega por correo a quien pidió la
                  garantía.
                </p>
              </GuaranteeDocumentCard>
            )}
            <StateCard record={record} now={now()}>
              {record.successor !== null && (
                <p className="mt-2">
                  La reemplaza la garantía {formatRequestNumber(record.successor)}. Te enviamos su
                  enlace por correo.
                </p>
              )}
            </StateCard>
            {!isDone && (
              <Card title="Cómo entregarla">
                <HandInSteps {...handoverOf(record, tender)} />
              </Card>
            )}
            <FactsCard record={record} />
            {record.code && record.reported !== 'anulada' && (
              <Card title="Envíala a quien la recibe">
                <p>Con este enlace ve qué se registró y compara su archivo. No abre esta página.</p>
                <ShareButton
                  id="enlace-verificacion"
                  label="Enlace para verificarla"
                  link={getEnv().appUrl + codePath(record.code)}
                  title={`${guaranteeTypeCopy[record.type].label} de ${record.holderName}`}
                />
              </Card>
            )}
            <AskRenewal
              {...{ record, path }}
              extension={(await listExtensions([record.number])).get(record.number)}
              now={now()}
            />
            {submissionId !== null && (
              <RequestOfGuarantee
                number={submissionId}
                panel={isOwn ? `/panel/solicitudes/${submissionId}` : null}
                action={`${path}/solicitud`}
                isSent={!pageQuery.problem && pageQuery.query.aviso === 'enviado'}
              />
            )}
            <RequestContact
              contact={getEnv().company}
              now={now()}
              chatText={contactText(
                `garantía ${formatRequestNumber(record.number)}`,
                record.tenderId,
              )}
            />
            <p className="text-sm text-ink-soft">
              Con una cuenta de este mismo correo anotas si la entregaste o te la devolvieron, y ves
              juntas <a href="/panel/garantias">todas tus garantías</a>.
            </p>
          </div>
        </div>
      </Container>
    </SiteShell>
  );
}
