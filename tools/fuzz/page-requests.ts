import fc from 'fast-check';
import { packFlash } from '#lib/http/forms/flash.ts';
import { filesUnder } from '#tests/support/source-files.ts';
import { hostileText } from '#tools/fuzz/arbitraries.ts';

/** The paths of all pages, with their parameters in brackets. */
export const pages = filesUnder('app')
  .filter((path) => path.endsWith('/page.tsx'))
  .map((path) => `/${path.slice('app/'.length, -'page.tsx'.length).replace(/\([a-z]+\)\//, '')}`)
  .map((path) => (path.length > 1 ? path.slice(0, -1) : path))
  .sort();

/** Query parameters that pages read. */
const names = [
  'error',
  'aviso',
  'email',
  'next',
  'desde',
  'token',
  'g',
  'q',
  'tipo',
  'cierre',
  'organismo',
  'licitacion',
  'monto',
  'pago',
  'caso',
  'enlace',
  'before',
  'kind',
  'state',
  'from',
  'to',
  'documento',
  'reemplazar',
  'eliminado',
  'enviado',
  '__proto__',
];

const value = fc.oneof(
  hostileText,
  fc.constantFrom('validation_failed', 'no_session', 'internal', '1', 'constructor', '2026-02-30'),
);

/**
 * Returns an arbitrary of URLs of a page with any parameters, and of cookies like those of a
 * refused form.
 */
export function pageRequests(page: string) {
  const query = fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 4 });
  const flash = fc
    .record({
      error: fc.constantFrom('validation_failed', 'conflict'),
      values: fc.dictionary(fc.constantFrom(...names), value),
      text: value,
    })
    .map(({ values, text }) =>
      packFlash({
        code: 'validation_failed',
        message: text,
        fields: { email: text },
        values: { ...values },
      }),
    );
  return fc.record({
    path: fc
      .tuple(value, query)
      .map(([part, pairs]) => `${withPart(page, part)}?${new URLSearchParams(pairs)}`),
    cookie: fc.oneof(
      flash.map((packed) => `formulario=${packed}`),
      fc.constantFrom('borrador=a.b', 'formulario=%', 'restablecer=x', ''),
    ),
    signedIn: fc.boolean(),
  });
}

function withPart(page: string, part: string): string {
  const short = encodeURIComponent(part.slice(0, 300).toWellFormed());
  // `..` would be removed from the URL before it is sent.
  const safe = /^\.*$/.test(short) ? 'x' : short;
  return page.replace(/\[\w+\]/g, safe);
}
