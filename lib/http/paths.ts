type Params = Record<string, string>;

/** Finds what is declared for a path such as `/leads/{id}/nota`; fixed segments win over parameters. */
export function finderOf<T extends { path: string }>(entries: readonly T[]) {
  const known = entries
    .map((entry) => ({ entry, segments: entry.path.split('/').slice(1) }))
    .sort((a, b) => (rank(a.segments) < rank(b.segments) ? -1 : 1));
  return (path: string): { entry: T; params: Params } | null => {
    const given = path.split('/').slice(1);
    for (const { entry, segments } of known) {
      const params = paramsIn(segments, given);
      if (params) return { entry, params };
    }
    return null;
  };
}

const isParameter = (segment: string) => segment.startsWith('{');

function rank(segments: string[]): string {
  return segments.map((segment) => (isParameter(segment) ? '1' : '0')).join('');
}

/** Values arrive percent-encoded; what cannot be read is no path of ours. */
function paramsIn(segments: string[], given: string[]): Params | null {
  if (segments.length !== given.length) return null;
  const params: Params = {};
  for (const [i, segment] of segments.entries()) {
    const value = given[i] ?? '';
    if (!isParameter(segment)) {
      if (segment !== value) return null;
    } else {
      const text = decoded(value);
      if (!text) return null;
      params[segment.slice(1, -1)] = text;
    }
  }
  return params;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
