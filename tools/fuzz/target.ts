import type { FuzzWorld } from '#tools/fuzz/place.ts';
import { recipes } from '#tools/fuzz/recipes.ts';

/** The fields of a form that must be accepted, and what its request needs besides. */
export type Filled = {
  form: Record<string, string>;
  params?: Record<string, string>;
  cookies?: Record<string, string>;
  query?: Record<string, string>;
  /** Name of the file field of a multipart form. */
  file?: string;
};

/** Fields of a form that must be accepted, or a function that creates what they name. */
export type Target = Filled | ((place: FuzzWorld) => Promise<Filled> | Filled);

export async function fill(target: Target, place: FuzzWorld): Promise<Filled> {
  return typeof target === 'function' ? target(place) : target;
}

/**
 * Returns what a form needs, from the recipe of the API operation (`POST /api/…`) that does the
 * same.
 */
export async function liveOf(operation: string, place: FuzzWorld) {
  const { path = {}, body } = (await recipes[operation]?.(place)) ?? {};
  const fields = Object.entries(body ?? {}).map(([name, value]) => [name, String(value)]);
  return { path, body: Object.fromEntries(fields) as Record<string, string> };
}
