import { useEffect, useState } from 'react';
import { formatDate, parseShownNumber } from '#lib/platform/chile/format.ts';
import { lettersOf } from '#lib/platform/chile/names.ts';

const MAX_PER_KIND = 5;
const PAUSE_MS = 200;
/** A shorter text would often be part of a RUT or a date by chance. */
const MIN_HINT_LENGTH = 3;

/** Kinds of results, with the headings of their groups. */
export const resultKinds = {
  leads: 'Solicitudes y mensajes',
  guarantees: 'Garantías emitidas',
  payments: 'Pagos',
  accounts: 'Cuentas',
} as const;
type ResultKind = keyof typeof resultKinds;

/**
 * `hint` has the value in which the typed text was found. `isExact` is true if the result has the
 * typed number; it is then shown before actions and links.
 */
export type SearchResult = {
  kind: ResultKind;
  label: string;
  hint?: string | undefined;
  href: string;
  isExact?: boolean;
};

/**
 * Searches requests, guarantees, payments and accounts when the person stops typing. Returns
 * undefined until there are results.
 */
export function useSearchResults(text: string): readonly SearchResult[] | undefined {
  const [result, setResult] = useState<{ text: string; results: readonly SearchResult[] }>();
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const results =
        text.length < 2 && !/\d/.test(text) ? [] : await listResults(text, stop.signal);
      if (!stop.signal.aborted) setResult({ text, results });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text]);
  return result?.text === text ? result.results : undefined;
}

type Lead = Record<'name' | 'email', string> &
  Record<'company' | 'rut' | 'phone' | 'tenderId', string | null> & {
    id: number;
    submissionId: number | null;
  };
type Guarantee = { number: number } & Record<
  'id' | 'issuerName' | 'issuerNumber' | 'holderName' | 'beneficiaryName' | 'validTo',
  string
> &
  Record<'holderRut' | 'beneficiaryRut' | 'tenderId', string | null>;
type Account = { id: string; email: string } & Record<'name' | 'rut', string | null>;
type Payment = {
  buyOrder: string;
  amount: number;
  email: string | null;
  description: string | null;
};

async function listResults(text: string, signal: AbortSignal): Promise<SearchResult[]> {
  const shownNumber = parseShownNumber(text.normalize('NFC'));
  const isGuarantee = shownNumber?.kind === 'guarantee';
  const [leadsReply, guarantees, payments, accounts] = await Promise.all([
    search<{ leads?: Lead[] }>('leads', text, signal),
    shownNumber?.kind === 'lead' ? [] : search<Guarantee[]>('guarantees', text, signal),
    shownNumber?.kind ? [] : search<Payment[]>('payments', text, signal),
    shownNumber?.kind ? [] : search<Account[]>('accounts', text, signal),
  ]);
  const leads = leadsReply?.leads ?? [];
  return [
    ...leads.slice(0, MAX_PER_KIND).map(({ id, name, email, company, ...lead }) => {
      const leadNumber = lead.submissionId ?? id;
      const kind = lead.submissionId === null ? 'Mensaje' : 'Solicitud';
      const isExact = !isGuarantee && leadNumber === shownNumber?.number;
      const [title, person] = [`${kind} N.º ${leadNumber}`, [name, company ?? email]];
      return labelResult({
        kind: 'leads',
        parts: isExact ? [title, ...person] : [...person, title],
        otherValues: {
          Correo: email,
          RUT: lead.rut,
          Licitación: lead.tenderId,
          Teléfono: lead.phone,
        },
        href: `/admin/leads/${id}`,
        isExact,
        text,
      });
    }),
    ...(guarantees ?? []).slice(0, MAX_PER_KIND).map(({ id, number, ...guarantee }) =>
      labelResult({
        kind: 'guarantees',
        parts: [`Garantía N.º ${number}`, guarantee.holderName, guarantee.issuerName],
        otherValues: {
          Póliza: guarantee.issuerNumber,
          'RUT del tomador': guarantee.holderRut,
          Beneficiario: guarantee.beneficiaryName,
          'RUT del beneficiario': guarantee.beneficiaryRut,
          Licitación: guarantee.tenderId,
          'Hasta el': formatDate(guarantee.validTo),
        },
        href: `/admin/garantias/${encodeURIComponent(id)}`,
        isExact: isGuarantee && number === shownNumber.number,
        text,
      }),
    ),
    ...(payments ?? []).slice(0, MAX_PER_KIND).map(({ buyOrder, amount, email, description }) =>
      labelResult({
        kind: 'payments',
        parts: ['Pago', `$ ${amount.toLocaleString('es-CL')}`, description, email ?? buyOrder],
        otherValues: { Orden: buyOrder },
        href: `/admin/pagos/${encodeURIComponent(buyOrder)}`,
        text,
      }),
    ),
    ...(accounts ?? []).slice(0, MAX_PER_KIND).map(({ id, email, name, rut }) =>
      labelResult({
        kind: 'accounts',
        parts: ['Cuenta', name, email],
        otherValues: { RUT: rut },
        href: `/admin/cuentas/${encodeURIComponent(id)}`,
        text,
      }),
    ),
  ];
}

type SearchMatch = Pick<SearchResult, 'kind' | 'href' | 'isExact'> & {
  parts: readonly (string | null)[];
  /** Values that the label does not show, with their names. */
  otherValues: Record<string, string | null>;
  text: string;
};

/** Labels a result. The hint is the first value with the typed text that the label lacks. */
function labelResult({ parts, otherValues, text, ...result }: SearchMatch): SearchResult {
  const label = parts.filter(Boolean).join(' · ');
  const searchLetters = lettersOf(text);
  const matches = (value: string | null) =>
    value !== null && lettersOf(value).includes(searchLetters);
  const match =
    searchLetters.length < MIN_HINT_LENGTH || matches(label)
      ? undefined
      : Object.entries(otherValues).find(([, value]) => matches(value));
  return { ...result, label, hint: match?.join(': ') };
}

/**
 * Returns undefined if the search fails, so that the results of the other searches are still shown.
 */
async function search<T>(list: string, text: string, signal: AbortSignal): Promise<T | undefined> {
  try {
    const response = await fetch(`/api/admin/${list}?q=${encodeURIComponent(text)}`, { signal });
    return response.ok ? (await response.json()).data : undefined;
  } catch {
    return undefined;
  }
}
