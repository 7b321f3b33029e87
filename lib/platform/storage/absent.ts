/** For `.catch`: a file that is not there is null, any other failure goes on. */
export function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
