/** Browsers mark prefetches with these headers. */
const prefetchHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Whether a person navigated here. Most mail scanners only fetch links. */
export function isVisit(headers: Pick<Headers, 'get'>): boolean {
  const isNavigation =
    headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document';
  return isNavigation && prefetchHeaders.every((name) => headers.get(name) === null);
}
