import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { after } from 'next/server';
import { type QueryProps, readPageQuery } from '#app/_lib/page-query.ts';
import type { ResendableLinkKind } from '#lib/domain/links/copy.ts';
import { findLink } from '#lib/domain/links/reads.ts';
import { isEnded } from '#lib/domain/links/rules.ts';
import { linkPathPrefixes } from '#lib/domain/links/view.ts';
import { recordOpening } from '#lib/domain/links/writes.ts';
import { isVisit } from '#lib/http/api/navigation.ts';
import { now } from '#lib/platform/process/clock.ts';

type LinkProps = QueryProps & { params: Promise<{ token: string }> };

/**
 * Finds the link of a page, or shows the 404 page. `ended` is set if the link has ended: the page
 * then shows `EndedLink` with these props.
 */
export async function openPageLink(kind: ResendableLinkKind, { params, searchParams }: LinkProps) {
  const { token } = await params;
  const link = await findLink(kind, token);
  if (!link) notFound();
  if (isVisit(await headers())) after(() => recordOpening(link, now()));
  const pageQuery = await readPageQuery({ searchParams });
  const path = `${linkPathPrefixes[kind]}/${encodeURIComponent(token)}`;
  const ended = isEnded(link, now()) && {
    kind,
    action: `${path}/pedir`,
    isRequested: pageQuery.query.aviso === 'enviado',
    problem: pageQuery.problem,
  };
  return { link, path, pageQuery, ended };
}
