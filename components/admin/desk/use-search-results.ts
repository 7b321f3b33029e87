import { useEffect, useState } from 'react';
import { readShownNumber } from '#lib/platform/chile/format.ts';

const MAX_OF_KIND = 6;
const PAUSE_MS = 200;

/** `isExact`: the result has the typed number, so it comes before actions and links. */
type SearchResult = { label: string; href: string; isExact?: boolean };

/**
 * Searches requests, accounts and payments when typing pauses. Returns undefined before there are
 * results.
 */
export function useSearchResults(text: string): readonly SearchResult[] | undefined {
  const [result, setResult] = useState<{ text: string; results: readonly SearchResult[] }>();
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const results =
        text.length < 2 && !/\d/.test(text) ? [] : await findResults(text, stop.signal);
      if (!stop.signal.aborted) setResult({ text, results });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text]);
  return result?.text === text ? result.results : undefined;
}

type Lead = { id: number } & Record<'name' | 'email', string> &
  Record<'company', string | null> & { submissionId: number | null };
type Account = { id: string; email: string; name: string | null };
type Payment = {
  buyOrder: string;
  amount: number;
  email: string | null;
  description: string | null;
};

async function findResults(text: string, signal: AbortSignal): Promise<SearchResult[]> {
  const typed = readShownNumber(text.normalize('NFC'));
  const isGuarantee = typed?.numbered === 'guarantee';
  const [leads, accounts, payments] = await Promise.all([
    search<{ leads?: Lead[] }>('leads', text, signal),
    typed?.numbered ? [] : search<Account[]>('accounts', text, signal),
    typed?.numbered ? [] : search<Payment[]>('payments', text, signal),
  ]);
  return [
    ...(isGuarantee
      ? [
          {
            label: `Garantía N.º ${typed.number}`,
            href: `/admin/garantias?q=${encodeURIComponent(`N.º ${typed.number}`)}`,
            isExact: true,
          },
        ]
      : []),
    ...(leads?.leads ?? []).slice(0, MAX_OF_KIND).map(({ id, name, email, company, ...lead }) => {
      const leadNumber = lead.submissionId ?? id;
      const kind = lead.submissionId === null ? 'Mensaje' : 'Solicitud';
      const isExact = !isGuarantee && leadNumber === typed?.number;
      const [title, person] = [`${kind} N.º ${leadNumber}`, [name, company ?? email]];
      return {
        label: (isExact ? [title, ...person] : [...person, title]).join(' · '),
        href: `/admin/leads/${id}`,
        isExact,
      };
    }),
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
