/** Browsers mark prefetches with these headers. */
const ahead = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Returns whether a browser reports that a person came here: most mail scanners only fetch. */
export function isVisit(headers: Pick<Headers, 'get'>): boolean {
  const isThere =
    headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document';
  return isThere && ahead.every((name) => headers.get(name) === null);
}
