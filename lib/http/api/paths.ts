type Params = Record<string, string>;

/**
 * Returns a finder that matches paths as Next does: fixed segments before parameters, `{...rest}`
 * last.
 */
export function createFinder<T extends { path: string }>(entries: readonly T[]) {
  const entriesByPath = new Map(entries.map((entry) => [entry.path, entry]));
  const parameterEntries = entries
    .filter(({ path }) => path.includes('{'))
    .map((entry) => ({ entry, segments: entry.path.split('/') }))
    .sort((a, b) => (rankOf(a.segments) < rankOf(b.segments) ? -1 : 1));
  return (path: string): { entry: T; params: Params } | null => {
    const fixedEntry = entriesByPath.get(path);
    if (fixedEntry) return { entry: fixedEntry, params: {} };
    const parts = path.split('/');
    for (const { entry, segments } of parameterEntries) {
      const params = matchParams(segments, parts);
      if (params) return { entry, params };
    }
    return null;
  };
}

/**
 * Returns the path of a request as its operation writes it, without the values of `params`, for the
 * log. If a parameter is not found in it, the whole path becomes a star, because it may contain a
 * token.
 */
export function patternOf(path: string, params: Params): `/${string}` {
  const segments = path.split('/').slice(1);
  for (const [name, value] of Object.entries(params)) {
    const position = segments.findIndex((segment) => decodeSegment(segment) === value);
    if (position === -1) return '/*';
    segments[position] = `{${name}}`;
  }
  return `/${segments.join('/')}`;
}

const isParameter = (segment: string) => segment.startsWith('{');
const isRest = (segment: string | undefined) => segment?.startsWith('{...') ?? false;

function rankOf(segments: string[]): string {
  return segments.map((segment) => Number(isParameter(segment)) + Number(isRest(segment))).join('');
}

/** Returns the decoded parameters, or null when they do not match or cannot be decoded. */
function matchParams(segments: string[], parts: string[]): Params | null {
  const hasRest = isRest(segments.at(-1));
  const leadingSegments = hasRest ? segments.slice(0, -1) : segments;
  if (hasRest ? parts.length < leadingSegments.length : parts.length !== leadingSegments.length)
    return null;
  const params: Params = {};
  for (const [i, segment] of leadingSegments.entries()) {
    const value = parts[i] ?? '';
    if (isParameter(segment)) {
      const text = decodeSegment(value);
      if (!text) return null;
      params[segment.slice(1, -1)] = text;
    } else if (segment !== value) return null;
  }
  return params;
}

function decodeSegment(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
