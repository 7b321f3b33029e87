export function linkTrailPath(id: string): string {
  return `/admin/auditoria?${new URLSearchParams({ object: id })}`;
}
