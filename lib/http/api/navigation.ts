/** Browsers mark prefetches with these headers. */
const prefetchHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Returns whether a person opened the page in a browser. Most mail scanners only fetch links. */
export function isVisit(headers: Pick<Headers, 'get'>): boolean {
  const isNavigation =
    headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document';
  return isNavigation && prefetchHeaders.every((name) => headers.get(name) === null);
}
