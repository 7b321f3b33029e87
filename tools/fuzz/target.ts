import type { FuzzWorld } from '#tools/fuzz/place.ts';
import { recipes } from '#tools/fuzz/recipes.ts';

export type Filled = {
  form: Record<string, string>;
  params?: Record<string, string>;
  cookies?: Record<string, string>;
  query?: Record<string, string>;
  /** Name of the file field of a multipart form. */
  file?: string;
};

export type Target = {
  who: 'guest' | 'owner' | 'admin';
  /** Returns the fields of a form that must be accepted, with newly created things. */
  fill: (place: FuzzWorld) => Promise<Filled> | Filled;
  /** Fields whose values a refused form shows again. */
  keeps?: string[];
  /** True if the draft keeps the refused values. */
  draft?: true;
};

const targetOf =
  (who: Target['who']) =>
  (fill: Target['fill'] | Filled, keeps: string[] = []): Target => ({
    who,
    fill: typeof fill === 'function' ? fill : () => fill,
    keeps,
  });

export const guest = targetOf('guest');
export const owner = targetOf('owner');
export const admin = targetOf('admin');

/**
 * Returns what a form needs, from the recipe of the API operation (`POST /api/…`) that does the
 * same.
 */
export async function liveOf(operation: string, place: FuzzWorld) {
  const { path = {}, body } = (await recipes[operation]?.(place)) ?? {};
  const fields = Object.entries(body ?? {}).map(([name, value]) => [name, String(value)]);
  return { path, body: Object.fromEntries(fields) as Record<string, string> };
}
