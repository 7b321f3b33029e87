/** Next calls this once when the server starts: the place from which background work begins. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { startBackground } = await import('#lib/background/start.ts');
  startBackground();
}
