import { notFound } from 'next/navigation';
import { AppError } from '#lib/platform/operations/errors.ts';
import { parseRowId } from '#lib/platform/operations/row-id.ts';

/**
 * Calls `find` with the number in a page's path. Shows the 404 page if the path has no number or
 * `find` finds nothing.
 */
export async function getByPathNumber<T>(id: string, find: (id: number) => Promise<T>): Promise<T> {
  const number = parseRowId(id);
  if (number === undefined) notFound();
  return orNotFound(() => find(number));
}

export async function orNotFound<T>(find: () => Promise<T>): Promise<T> {
  try {
    return await find();
  } catch (error) {
    if (
      error instanceof AppError &&
      (error.code === 'not_found' || error.code === 'account_not_found')
    )
      notFound();
    throw error;
  }
}
