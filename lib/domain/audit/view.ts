/** Path of the page with all that happened to a link. */
export function linkTrailPath(id: string): string {
  return `/admin/auditoria?${new URLSearchParams({ object: id })}`;
}
