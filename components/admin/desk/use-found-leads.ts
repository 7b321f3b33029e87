import { useEffect, useState } from 'react';

const MAX_LEADS = 6;
const PAUSE_MS = 200;

type FoundLead = Record<'id' | 'name' | 'email', string> &
  Record<'company' | 'submissionId', string | null>;

/** Searches leads once typing pauses. Returns undefined until there is a result. */
export function useFoundLeads(text: string): readonly FoundLead[] | undefined {
  const [result, setFound] = useState<{ text: string; leads: readonly FoundLead[] }>();
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const leads = text.length < 2 ? [] : await findLeads(text, stop.signal).catch(() => []);
      if (!stop.signal.aborted) setFound({ text, leads });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text]);
  return result?.text === text ? result.leads : undefined;
}

async function findLeads(text: string, signal: AbortSignal): Promise<FoundLead[]> {
  const reply = await fetch(`/api/admin/leads?q=${encodeURIComponent(text)}`, { signal });
  const { data } = reply.ok ? await reply.json() : {};
  return (data?.leads ?? []).slice(0, MAX_LEADS);
}
