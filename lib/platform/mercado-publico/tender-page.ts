import { parse } from 'node-html-parser';
import { parseDate } from '#lib/platform/chile/dates.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import {
  type QueryOptions,
  takeCallSlot,
  timeLeft,
} from '#lib/platform/mercado-publico/call-slot.ts';
import { MarketplaceFailure } from '#lib/platform/mercado-publico/failure.ts';
import { fetchPage } from '#lib/platform/mercado-publico/fetch-page.ts';
import { getCallTimes } from '#lib/platform/mercado-publico/timing.ts';
import { AppError } from '#lib/platform/operations/errors.ts';

/** A guarantee as a tender's page describes it. `expiresOn` is `YYYY-MM-DD`. */
export type PageGuarantee = {
  title: string;
  beneficiary: string | null;
  /** Decimal text. */
  amount: string | null;
  /** Currency or `%`, in the page's words, such as `Peso Chileno`. */
  unit: string | null;
  expiresOn: string | null;
  wording: string | null;
  description: string | null;
  restitution: string | null;
};

export type TenderPage = {
  guarantees: PageGuarantee[];
  /** False if the page lacks section 8. The tender may require guarantees nevertheless. */
  hasSection: boolean;
};

/** Pages have 120 to 370 kB. */
const MAX_BYTES = 3_000_000;

/**
 * Reads the guarantees in section 8 of a tender's page. Returns the result of `lookAgain` if
 * another process read it. Throws `MarketplaceFailure` or `not_configured`.
 */
export async function readTenderPage<T>(
  id: string,
  queryOptions: QueryOptions,
  lookAgain: () => Promise<T | null>,
): Promise<{ page: TenderPage } | { found: T }> {
  const { fichaUrl } = getEnv().mercadoPublico;
  if (!fichaUrl) throw new AppError('not_configured');
  const url = new URL(fichaUrl);
  url.searchParams.set('idlicitacion', id);
  const slot = await takeCallSlot({ key: 'ficha', queryOptions, lookAgain });
  if ('found' in slot) return slot;
  try {
    const { status, text } = await fetchPage(url.href, {
      timeoutMs: Math.max(
        1,
        Math.min(getCallTimes().attemptTimeoutMs, Math.floor(timeLeft(queryOptions))),
      ),
      maxBytes: MAX_BYTES,
      accept: 'text/html',
      signal: queryOptions.signal,
      maxRedirects: 3,
    });
    if (status === 404) throw new MarketplaceFailure('missing');
    if (status >= 400) throw new MarketplaceFailure('server');
    return { page: parseTenderPage(text) };
  } finally {
    await slot.end(getCallTimes().gapMs);
  }
}

/** Parses the table `grvGarantias`, which has a block of labelled spans for each guarantee. */
export function parseTenderPage(html: string): TenderPage {
  const at = html.indexOf('id="grvGarantias"');
  if (at < 0) return { guarantees: [], hasSection: false };
  const texts = textsOf(html.slice(at, at + 500_000));
  const blocks = [...texts.keys()].flatMap((id) => {
    const match = /^(grvGarantias_ctl\d+_lblFicha8)TituloTipoGarantia$/.exec(id);
    return match?.[1] ? [match[1]] : [];
  });
  const guarantees = blocks.map((block) => {
    const field = (name: string) => texts.get(block + name) || null;
    return {
      title: field('TituloTipoGarantia') ?? '',
      beneficiary: field('Beneficiario'),
      amount: parseDecimal(field('Monto')),
      unit: field('TipoMoneda'),
      expiresOn: parseIsoDate(field('FechaVencimiento')),
      wording: withoutLabel(field('Glosa')),
      description: withoutLabel(field('Descripcion')),
      restitution: withoutLabel(field('Restitucion')),
    };
  });
  return { guarantees, hasSection: true };
}

/** Maximum characters of a field in HTML. The rest is cut off. */
const MAX_FIELD_CHARACTERS = 16_000;

/**
 * Returns texts by the id of their span. Parses each span separately: half a million open tags
 * would keep the parser busy for seconds.
 */
function textsOf(html: string): Map<string, string> {
  const spans = [...html.matchAll(/<span\s[^<>]{0,300}?id="(grvGarantias_ctl\w{1,60})"/g)];
  return new Map(
    spans.map(({ index, 1: id = '' }, i) => {
      const end = Math.min(spans[i + 1]?.index ?? html.length, index + MAX_FIELD_CHARACTERS);
      const span = parse(html.slice(index, end)).querySelector('span');
      return [id, cleanText(span?.text ?? '')];
    }),
  );
}

function cleanText(text: string): string {
  return text.replace(/\s+/g, ' ').normalize('NFC').trim().slice(0, 5000);
}

/** Returns a text without the label with which the page begins it, or null if nothing is left. */
function withoutLabel(text: string | null): string | null {
  const labelPattern = /^(Glosa|Descripción|Forma y oportunidad de restitución)\s*:\s*/i;
  return text?.replace(labelPattern, '') || null;
}

/** Parses `1.500.000`, `1500000` or `3,5` into decimal text. Returns null for other texts. */
function parseDecimal(text: string | null): string | null {
  if (!text) return null;
  const digits = /^\d{1,3}(\.\d{3})+(,\d+)?$/.test(text) ? text.replaceAll('.', '') : text;
  const plain = digits.replace(',', '.');
  return /^\d{1,18}(\.\d{1,4})?$/.test(plain) ? plain : null;
}

function parseIsoDate(text: string | null): string | null {
  const [day] = /^\d\d[-/]\d\d[-/]\d{4}/.exec(text ?? '') ?? [];
  return day ? parseDate(day) : null;
}
