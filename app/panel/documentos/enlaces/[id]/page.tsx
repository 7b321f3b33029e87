import { notFound } from 'next/navigation';
import { pageMetadata, pathPart, readPageQuery } from '#app/_lib/page-query.ts';
import { requirePageUser } from '#app/_lib/page-user.ts';
import { listShareable } from '#app/panel/documentos/_lib/shareable.ts';
import { ShareMainAction } from '#components/documents/share-acts.tsx';
import { ShareChangeForm } from '#components/documents/share-change-form.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { shareLabels } from '#lib/domain/share-links/copy.ts';
import { findShare } from '#lib/domain/share-links/reads/list-links.ts';
import type { Share } from '#lib/domain/share-links/schema.ts';
import { isoDay } from '#lib/platform/chile/format.ts';

export const generateMetadata = pageMetadata('Cambia un enlace');

export default async function ChangeLinkPage(props: PageProps<'/panel/documentos/enlaces/[id]'>) {
  const id = pathPart((await props.params).id);
  const { problem, values, errors } = await readPageQuery(props);
  const user = await requirePageUser({
    sudo: true,
  });
  const share = await findShare(user.holderId, id, user.now);
  if (!share) return notFound();
  // A refused form shows its own values again. The first visit shows the values of the link.
  const isFirstShow = Object.keys(values).length === 0;
  const documents = await listShareable(user);
  const shownIds = new Set(share.documents.map((document) => document.id));
  const chosenDocuments = isFirstShow
    ? documents.filter((document) => shownIds.has(document.id))
    : documents.filter(({ fileId }) => values[`doc-${fileId}`]);
  return (
    <div className="max-w-text">
      <BackLink href="/panel/documentos/enlaces" label="Tus enlaces" />
      <PageHeading>Cambia este enlace</PageHeading>
      <ProblemNotice problem={problem} labels={shareLabels} />
      {share.state === 'live' ? (
        <ShareChangeForm
          {...{ share, documents, errors }}
          today={isoDay(user.now)}
          chosen={new Set(chosenDocuments.map(({ fileId }) => fileId))}
          values={isFirstShow ? currentValues(share) : values}
        />
      ) : (
        <>
          <p className="mb-4">Este enlace ya terminó, y no se abre otra vez.</p>
          <ShareMainAction share={share} title={share.label ?? 'enlace'} now={undefined} />
        </>
      )}
    </div>
  );
}

function currentValues(share: Share): Record<string, string> {
  const { recipient, recipientNote, label, maxOpenings, notify, codeEmail } = share;
  return {
    recipient: recipient ?? '',
    recipientNote: recipientNote ?? '',
    label: label ?? '',
    maxOpenings: String(maxOpenings ?? ''),
    ...(notify && { notify: 'si' }),
    ...(share.viewOnly && { viewOnly: 'si' }),
    ...(codeEmail && { emailCode: 'si' }),
  };
}
