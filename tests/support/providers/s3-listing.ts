import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const SUFFIX = '._S3rver_object';
/** A store may answer with fewer than were asked for: small pages show code that forgets the next. */
const PAGE = 10;

/**
 * `ListObjectsV2` of a bucket's directory; null: the request is something else. s3rver cannot go on
 * after the first page on this Node (its token needs a cipher that is gone).
 */
export function listingOf(directory: string, url: URL): string | null {
  if (url.searchParams.get('list-type') !== '2') return null;
  const prefix = url.searchParams.get('prefix') ?? '';
  const token = url.searchParams.get('continuation-token');
  const after = token ? Buffer.from(token, 'base64url').toString() : '';
  const keys = readdirSync(directory, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith(SUFFIX))
    .map((path) => path.slice(0, -SUFFIX.length))
    .filter((key) => key.startsWith(prefix) && key > after)
    .sort();
  const page = keys.slice(0, PAGE);
  const more = keys.length > PAGE;
  const next = more
    ? `<NextContinuationToken>${Buffer.from(page.at(-1) ?? '').toString('base64url')}</NextContinuationToken>`
    : '';
  const contents = page.map((key) => {
    const { size, mtime } = statSync(join(directory, `${key}${SUFFIX}`));
    return `<Contents><Key>${key}</Key><LastModified>${mtime.toISOString()}</LastModified><Size>${size}</Size></Contents>`;
  });
  return `<?xml version="1.0"?><ListBucketResult><KeyCount>${page.length}</KeyCount><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
}
