/** Number of reloads of a waiting page that has no scripts. */
const MAX_RELOADS = 8;

type Props = { path: string; times: string | string[] | undefined };

export function Reload({ path, times }: Props) {
  const reloadCount = /^\d$/.test(String(times)) ? Number(times) : 0;
  if (reloadCount >= MAX_RELOADS) return null;
  const next = `${path}${path.includes('?') ? '&' : '?'}v=${reloadCount + 1}`;
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`${4 + 2 * reloadCount};url=${next}`} />
    </noscript>
  );
}
