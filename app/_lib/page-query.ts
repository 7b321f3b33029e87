import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { cache } from 'react';
import { getPageContext } from '#app/_lib/page-context.ts';
import { findProblem } from '#lib/http/forms/problem.ts';
import { captchaSiteKey } from '#lib/platform/captcha/captcha.ts';
import { brand } from '#lib/platform/config/brand.ts';
import type { CaptchaAction } from '#lib/platform/operations/operation.ts';
import { plainText } from '#lib/platform/operations/plain-text.ts';

export type QueryProps = Pick<PageProps<'/'>, 'searchParams'>;

/** Returns a page's query and, after a refused form, its problem, values and errors. */
export async function readPageQuery({ searchParams }: QueryProps) {
  const params = await searchParams;
  const problem = await findPageProblem(params.error);
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries(params)) {
    if (typeof value === 'string') query[name] = plainText(value, name);
  }
  return { query, problem, values: problem?.values ?? {}, errors: problem?.fields ?? {} };
}

/** Cached for a page and its title. */
const findPageProblem = cache(async (error: string | string[] | undefined) =>
  findProblem(error, (await getPageContext()).browser.get('refusedForm')),
);

/** Decodes a part of a page's path. Returns an empty text for invalid UTF-8. */
export function pathPart(encoded: string): string {
  try {
    return plainText(decodeURIComponent(encoded));
  } catch {
    return '';
  }
}

/**
 * Returns a `generateMetadata`. After a refusal the title begins with "Error", for screen readers.
 * The button `leer` only reads a document: it returns a problem without field errors, which is not
 * a refusal.
 */
export function pageMetadata(title: string, extra: Metadata = {}) {
  return async (props: QueryProps): Promise<Metadata> => {
    const { problem, values, errors } = await readPageQuery(props);
    const isRefused = problem && !(values.leer && Object.keys(errors).length === 0);
    return { title: `${isRefused ? 'Error: ' : ''}${title}`, ...extra };
  };
}

const description = `${brand.name}. ${brand.tagline}.`;

/**
 * A neutral preview for chats, because a page that only a secret link opens must not be advertised.
 */
export const neutralPreview = {
  description,
  openGraph: { siteName: brand.name, description },
} satisfies Metadata;

/** Metadata of pages whose URL is a secret: they are not indexed, and browsers send no referrer. */
export const secretPageMetadata = {
  robots: { index: false },
  referrer: 'no-referrer',
  ...neutralPreview,
} satisfies Metadata;

/** Returns the notice named by `?aviso=`, or undefined for an unknown name. */
export function findNotice(
  notices: Readonly<Record<string, string>>,
  { aviso = '' }: Record<string, string>,
): string | undefined {
  return Object.hasOwn(notices, aviso) ? notices[aviso] : undefined;
}

export async function pageCaptcha(action: CaptchaAction) {
  const siteKey = captchaSiteKey();
  return siteKey ? { siteKey, action, nonce: (await headers()).get('x-nonce') ?? '' } : null;
}

/**
 * Returns whether the visitor came from a page of ours. Other sites must not be able to prefill
 * forms.
 */
export async function isFromHere(): Promise<boolean> {
  return (await headers()).get('sec-fetch-site') === 'same-origin';
}
