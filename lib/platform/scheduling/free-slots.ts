import { z } from 'zod';
import { measureCall } from '#lib/platform/metrics/calls.ts';
import { ProviderError } from '#lib/platform/operations/provider-error.ts';
import { readWithin } from '#lib/platform/web/body.ts';

/** A kind of meeting at Cal.com, by the user and the event of its booking page. */
export type EventType = { apiUrl: string; username: string; slug: string };

/** Time limit for the answer and its body. It is short, because pages wait for it. */
const TIMEOUT_MS = 2000;
/** Two weeks of half hours have about 30 kB, and three times as much for events with seats. */
const MAX_BYTES = 256 * 1024;

const slotsReply = z.object({
  status: z.literal('success'),
  data: z.record(z.string(), z.array(z.object({ start: z.iso.datetime({ offset: true }) }))),
});

/**
 * Reads when meetings can begin (ms), in no certain order, from version 2024-09-04 of Cal.com's
 * slots, which need no key. Throws `ProviderError`, `not_configured` if Cal.com does not know the
 * event.
 */
export async function readSlots(
  { apiUrl, username, slug }: EventType,
  { from, until }: { from: number; until: number },
): Promise<number[]> {
  const query = new URLSearchParams({
    eventTypeSlug: slug,
    username,
    start: new Date(from).toISOString(),
    end: new Date(until).toISOString(),
    timeZone: 'America/Santiago',
  });
  const fetchSlots = () => fetchText(`${apiUrl}/v2/slots?${query}`);
  return measureCall('cal_com', async () => parse(await fetchSlots()));
}

async function fetchText(url: string): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', 'cal-api-version': '2024-09-04' },
      redirect: 'error',
      signal,
    });
    const bytes = await readWithin(response.body, MAX_BYTES);
    if (!bytes) throw new ProviderError('unreadable_answer', { isRetryable: true });
    if ([401, 403, 404].includes(response.status))
      throw new ProviderError('not_configured', { isRetryable: false });
    if (!response.ok) throw new ProviderError(`http_${response.status}`, { isRetryable: true });
    return bytes.toString('utf8');
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    throw new ProviderError(signal.aborted ? 'timeout' : 'network', { isRetryable: true });
  }
}

function parse(text: string): number[] {
  try {
    const { data } = slotsReply.parse(JSON.parse(text));
    return Object.values(data)
      .flat()
      .map(({ start }) => Date.parse(start));
  } catch {
    throw new ProviderError('unreadable_answer', { isRetryable: true });
  }
}
