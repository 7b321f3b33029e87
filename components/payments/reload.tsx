/** Number of reloads of a waiting page without scripts. */
const LOOKS = 8;

type Props = { path: string; times: string | string[] | undefined };

export function Reload({ path, times }: Props) {
  const look = /^\d$/.test(String(times)) ? Number(times) : 0;
  if (look >= LOOKS) return null;
  const next = `${path}${path.includes('?') ? '&' : '?'}v=${look + 1}`;
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`${4 + 2 * look};url=${next}`} />
    </noscript>
  );
}
