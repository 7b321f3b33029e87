import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { cache } from 'react';
import { findProblem } from '#lib/http/forms/problem.ts';
import { captchaSiteKey } from '#lib/platform/captcha/captcha.ts';
import type { CaptchaAction } from '#lib/platform/operations/operation.ts';
import { plainText } from '#lib/platform/operations/plain-text.ts';

/** Every page is given this beside its path. */
export type Searched = Pick<PageProps<'/'>, 'searchParams'>;

/** The query of a page with a form: one text per name, and what a refusal left for it. */
export async function readPageQuery({ searchParams }: Searched) {
  const all = await searchParams;
  const problem = await findPageProblem(all.error);
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries(all)) {
    if (typeof value === 'string') query[name] = plainText(value, name);
  }
  return { query, problem, values: problem?.values ?? {}, errors: problem?.fields ?? {} };
}

/** Opened once for a page and its title. */
const findPageProblem = cache(async (error: string | string[] | undefined) =>
  findProblem(error, (await headers()).get('cookie')),
);

/** A part of a page's path as it was meant; what is no UTF-8 is empty and names nothing. */
export function pathPart(encoded: string): string {
  try {
    return plainText(decodeURIComponent(encoded));
  } catch {
    return '';
  }
}

export function addressOf(path: `/${string}`, query: Record<string, string>): `/${string}` {
  const search = new URLSearchParams(query).toString();
  return search ? `${path}?${search}` : path;
}

/** A page's title; after a refusal it begins with "Error", for screen readers. */
export function titled(title: string, more: Metadata = {}) {
  return async (props: Searched): Promise<Metadata> => {
    const { problem } = await readPageQuery(props);
    return { title: `${problem ? 'Error: ' : ''}${title}`, ...more };
  };
}

/** Of a page whose address opens or tells something: neither indexed nor told to other sites. */
export const unlisted = { robots: { index: false }, referrer: 'no-referrer' } satisfies Metadata;

/** What was just done, as `?aviso=` names it; a name that is none of the page's says nothing. */
export function noticeOf(
  notices: Readonly<Record<string, string>>,
  { aviso = '' }: Record<string, string>,
): string | undefined {
  return Object.hasOwn(notices, aviso) ? notices[aviso] : undefined;
}

export async function pageCaptcha(action: CaptchaAction) {
  const siteKey = captchaSiteKey();
  return siteKey ? { siteKey, action, nonce: (await headers()).get('x-nonce') ?? '' } : null;
}

/** Whether a page of ours led here: an address from elsewhere must not put words into a form. */
export async function isFromHere(): Promise<boolean> {
  return (await headers()).get('sec-fetch-site') === 'same-origin';
}
