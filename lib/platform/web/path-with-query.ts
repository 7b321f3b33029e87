export function pathWithQuery(path: `/${string}`, query: Record<string, string>): `/${string}` {
  const search = new URLSearchParams(query).toString();
  return search ? `${path}?${search}` : path;
}
