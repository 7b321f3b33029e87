import { useEffect, useState } from 'react';

const MAX_OF_KIND = 6;
const PAUSE_MS = 200;

export type SearchResult = { label: string; href: string };

/**
 * Searches requests, accounts and payments when typing pauses. Returns undefined before there are
 * results.
 */
export function useSearchResults(text: string): readonly SearchResult[] | undefined {
  const [result, setResult] = useState<{ text: string; results: readonly SearchResult[] }>();
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const results = text.length < 2 ? [] : await findResults(text, stop.signal);
      if (!stop.signal.aborted) setResult({ text, results });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text]);
  return result?.text === text ? result.results : undefined;
}

type Lead = Record<'id' | 'name' | 'email', string> &
  Record<'company' | 'submissionId', string | null>;
type Account = { id: string; email: string; name: string | null };
type Payment = {
  buyOrder: string;
  amount: number;
  email: string | null;
  description: string | null;
};

async function findResults(text: string, signal: AbortSignal): Promise<SearchResult[]> {
  const [leads, accounts, payments] = await Promise.all([
    search<{ leads?: Lead[] }>('leads', text, signal),
    search<Account[]>('accounts', text, signal),
    search<Payment[]>('payments', text, signal),
  ]);
  return [
    ...(leads?.leads ?? []).slice(0, MAX_OF_KIND).map(({ id, name, email, company, ...lead }) => ({
      label: [name, company ?? email, `N.º ${lead.submissionId ?? id}`].join(' · '),
      href: `/admin/leads/${id}`,
    })),
    ...(accounts ?? []).slice(0, MAX_OF_KIND).map(({ id, email, name }) => ({
      label: ['Cuenta', name, email].filter(Boolean).join(' · '),
      href: `/admin/cuentas/${encodeURIComponent(id)}`,
    })),
    ...(payments ?? []).slice(0, MAX_OF_KIND).map(({ buyOrder, amount, email, description }) => ({
      label: ['Pago', `$ ${amount.toLocaleString('es-CL')}`, description, email ?? buyOrder]
        .filter(Boolean)
        .join(' · '),
      href: `/admin/pagos/${encodeURIComponent(buyOrder)}`,
    })),
  ];
}

/** Returns undefined if the search fails, so that the results of the others are still shown. */
async function search<T>(list: string, text: string, signal: AbortSignal): Promise<T | undefined> {
  try {
    const reply = await fetch(`/api/admin/${list}?q=${encodeURIComponent(text)}`, { signal });
    return reply.ok ? (await reply.json()).data : undefined;
  } catch {
    return undefined;
  }
}
