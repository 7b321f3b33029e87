import type { Metadata } from 'next';
import { cache } from 'react';
import { getPageContext } from '#app/_lib/page-context.ts';
import { neutralPreview, pathPart, readPageQuery } from '#app/_lib/page-query.ts';
import { setPageStatus } from '#app/_lib/page-status.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { DocumentView } from '#components/share-links/document-view.tsx';
import { FolderView } from '#components/share-links/folder-view.tsx';
import { Gate } from '#components/share-links/gate.tsx';
import { RefusedLink } from '#components/share-links/refused-link.tsx';
import { SiteShell } from '#components/site/site-shell.tsx';
import { Container } from '#components/ui/container.tsx';
import { findContact } from '#lib/domain/accounts/reads/holders.ts';
import { documentTitle } from '#lib/domain/documents/view.ts';
import { endedLinkText, gateCopy, linkRefusalCopy } from '#lib/domain/share-links/copy.ts';
import { isWithinLastDay, shareState } from '#lib/domain/share-links/rules.ts';
import { sharePagePath as sharePath } from '#lib/http/share/share-access.ts';
import { openSharedPage, type SharedPage } from '#lib/http/share/share-page.ts';
import { viewerPath } from '#lib/http/share/viewer-files.ts';
import { now } from '#lib/platform/process/clock.ts';

type Props = PageProps<'/c/[token]'>;

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { query, problem } = await readPageQuery(props);
  const title = titleIn(await findShared(await tokenIn(props), query.document));
  return {
    title: problem ? `Error: ${title}` : title,
    ...neutralPreview,
    robots: { index: false, follow: false, noarchive: true },
    // Other sites get no referrer, because anyone with the URL can open the documents. The page's
    // own forms need it for the origin check.
    referrer: 'same-origin',
  };
}

/** The page of a share link, by its short code or by the token that the API returns. */
export default async function SharePage(props: Props) {
  const token = await tokenIn(props);
  const { query, problem } = await readPageQuery(props);
  const page = await findShared(token, query.document);
  const path = sharePath(token);
  if (page.shows === 'refusal') {
    await setPageStatus(page.status);
    // A form or file of the same page may have been refused for the reason that it already shows.
    const otherProblem = problem?.code === page.code ? null : problem;
    return <RefusedLink {...refusalOf(page, path)} problem={otherProblem} />;
  }
  const { link } = page;
  if (page.shows === 'gate') {
    const search = sharePath(token, query.document).slice(path.length);
    const { owner, email } = link;
    return (
      <SiteShell quiet>
        <Container width="form">
          <div className="py-8 sm:py-12">
            <Gate
              {...{ path, search, owner, email, problem }}
              requires={page.requires}
              isSent={query.codigo !== undefined}
            />
          </div>
        </Container>
      </SiteShell>
    );
  }
  const contact = await findContact({ holderId: link.accountId, personId: link.personId });
  const shared = { path, link, contact, costs: page.costs, now: now() };
  return (
    <SiteShell quiet>
      <Container>
        <div className="pt-5 pb-12 sm:pt-8">
          <ProblemNotice problem={problem} />
          {page.document ? (
            <DocumentView shared={shared} file={page.document} viewer={viewerPath} />
          ) : (
            <FolderView shared={shared} />
          )}
        </div>
      </Container>
    </SiteShell>
  );
}

const tokenIn = async ({ params }: Props) => pathPart((await params).token);

/** Cached for the page and its title. */
const findShared = cache(async (token: string, fileId: string | undefined) =>
  openSharedPage(await getPageContext(), token, fileId),
);

function titleIn(page: SharedPage): string {
  if (page.shows === 'refusal') return linkRefusalCopy(page.code).title;
  if (page.shows === 'gate') return gateCopy[page.requires].title;
  const { link, document } = page;
  if (document && link.isFolder) return documentTitle(document);
  return (
    link.label ?? (document ? documentTitle(document) : (link.owner ?? 'Documentos compartidos'))
  );
}

function refusalOf(
  { code, message, ended }: Extract<SharedPage, { shows: 'refusal' }>,
  path: string,
) {
  const { title, text = message } = linkRefusalCopy(code);
  if (!ended) return { title, text, ended: null };
  const state = shareState(ended, ended.documents.length, now());
  const wasRequested = isWithinLastDay(ended.requestedAt, now());
  return {
    title,
    text: endedLinkText(state, ended.expiresAt),
    ended: { owner: ended.owner, wasRequested, action: `${path}/pedir` },
  };
}
