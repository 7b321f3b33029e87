import { notFound } from 'next/navigation';
import { AppError } from '#lib/platform/operations/errors.ts';

/** Finds what a page's address names by number, or answers with the page for nothing found. */
export async function orNotFound<T>(id: string, find: (id: number) => Promise<T>): Promise<T> {
  if (!/^\d{1,15}$/.test(id)) notFound();
  return foundOrNot(() => find(Number(id)));
}

export async function foundOrNot<T>(find: () => Promise<T>): Promise<T> {
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
