/** Names of the headers by which browsers say that they fetch ahead. */
const ahead = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Whether a browser says that a person went there, in a window: most mail scanners only fetch. */
export function isVisit(headers: Pick<Headers, 'get'>): boolean {
  const isThere =
    headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document';
  return isThere && ahead.every((name) => headers.get(name) === null);
}
