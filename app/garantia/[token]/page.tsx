import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { foundOrNot } from '#app/or-not-found.ts';
import { findPageDraft } from '#app/page-draft.ts';
import { type PageProps, readPageQuery } from '#app/page-query.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { AskRenewal } from '#components/issued/ask-renewal.tsx';
import { DocumentCard } from '#components/issued/document-card.tsx';
import { endText } from '#components/issued/end-text.ts';
import { StandingTag } from '#components/issued/standing-tag.tsx';
import { EndedLink } from '#components/site/ended-link.tsx';
import { SiteShell } from '#components/site/site-shell.tsx';
import { Card } from '#components/ui/card.tsx';
import { Container } from '#components/ui/container.tsx';
import { DatedText } from '#components/ui/dated-text.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { isOther } from '#lib/domain/drafts/rules.ts';
import { guaranteeTypeCopy } from '#lib/domain/guarantees/copy.ts';
import { recordRows } from '#lib/domain/issued/copy.ts';
import { recordOf } from '#lib/domain/issued/own-operations.ts';
import { mayFollow } from '#lib/domain/issued/rules.ts';
import { groupedCode } from '#lib/domain/issued/view.ts';
import { isEnded, isVisit } from '#lib/domain/links/rules.ts';
import { openLink } from '#lib/domain/links/writes.ts';
import { now } from '#lib/platform/clock.ts';
import { formatDay, requestNumber } from '#lib/platform/format.ts';

export const metadata: Metadata = {
  title: 'Tu garantía',
  robots: { index: false },
  referrer: 'no-referrer',
};

type Props = PageProps & { params: Promise<{ token: string }> };

/** A guarantee for who holds the link of its mail. Its address needs no login, so it is never linked from elsewhere. */
export default async function LinkedGuaranteePage({ params, searchParams }: Props) {
  const { token } = await params;
  const link = await openLink('issued', token, { visit: isVisit(await headers()), now: now() });
  if (!link) notFound();
  const { query, problem } = await readPageQuery({ searchParams });
  const path = `/garantia/${encodeURIComponent(token)}`;
  if (isEnded(link, now())) {
    const asked = query.aviso === 'enviado';
    return (
      <SiteShell quiet>
        <EndedLink kind="issued" {...{ action: `/f${path}/pedir`, asked, problem }} />
      </SiteShell>
    );
  }
  const record = await foundOrNot(() => recordOf(link));
  const { number, type, successor } = record;
  return (
    <SiteShell quiet>
      <Container width="form">
        <div className="pt-8 pb-16">
          <PageHeading lead={guaranteeTypeCopy[type].label}>
            Garantía {requestNumber(number)}
          </PageHeading>
          <ProblemNotice problem={problem} />
          <div className="grid gap-5">
            <Card title="Estado" aside={<StandingTag record={record} now={now()} />}>
              <p className="font-semibold">
                <DatedText text={endText(record, now())} />
              </p>
              {successor !== null && (
                <p className="mt-2">
                  La reemplaza la garantía {requestNumber(successor)}. Te enviamos su enlace por
                  correo.
                </p>
              )}
            </Card>
            <DocumentCard
              document={record.document}
              documentHref={`${path}/documento`}
              sheetHref={record.said === 'anulada' ? null : `${path}/hoja`}
            >
              <p className="mt-4 text-sm text-ink-soft">
                Este enlace sirve hasta el {formatDay(link.endsAt)}. Quien lo tenga puede abrirla.
              </p>
            </DocumentCard>
            <Card title="Lo que dice">
              <SummaryList rows={[...recordRows(record), ...codeRow(record)]} />
            </Card>
            {mayFollow('prorrogada', record) && (
              <AskRenewal path={path} isOver={isOther(await findPageDraft(), { renews: number })} />
            )}
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

function codeRow({ code }: { code: string | null }) {
  return code ? [{ label: 'Código de verificación', value: groupedCode(code) }] : [];
}
