import { notFound } from 'next/navigation';
import { AppError } from '#lib/platform/operations/errors.ts';

/**
 * Calls `find` with the number in a page's path. Shows the 404 page if that is no number or `find`
 * finds nothing.
 */
export async function getByPathNumber<T>(id: string, find: (id: number) => Promise<T>): Promise<T> {
  if (!/^\d{1,15}$/.test(id)) notFound();
  return orNotFound(() => find(Number(id)));
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
