import type { Place } from '#tools/fuzz/place.ts';
import { recipes } from '#tools/fuzz/recipes.ts';

export type Filled = {
  form: Record<string, string>;
  params?: Record<string, string>;
  cookies?: Record<string, string>;
  /** Of a multipart form: the name of its file field. */
  file?: string;
};

export type Door = {
  who: 'guest' | 'owner' | 'admin';
  /** A form that must be taken, with what it needs made anew. */
  fill: (place: Place) => Promise<Filled> | Filled;
  /** What a refusal brings back to the page. */
  keeps?: string[];
  /** Where the draft holds what was refused. */
  draft?: true;
};

const doorOf =
  (who: Door['who']) =>
  (fill: Door['fill'] | Filled, keeps: string[] = []): Door => ({
    who,
    fill: typeof fill === 'function' ? fill : () => fill,
    keeps,
  });

export const guest = doorOf('guest');
export const owner = doorOf('owner');
export const admin = doorOf('admin');

/** What the operation of the API that does the same as a form needs: `POST /api/…`. */
export async function liveOf(operation: string, place: Place) {
  const { path = {}, body } = (await recipes[operation]?.(place)) ?? {};
  const fields = Object.entries(body ?? {}).map(([name, value]) => [name, String(value)]);
  return { path, body: Object.fromEntries(fields) as Record<string, string> };
}
