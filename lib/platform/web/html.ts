/** Escaped markup. Only the tag `html` creates it. */
export type Html = { readonly markup: string };

type Value = Html | readonly Html[] | string | number | null | undefined | false;

/** Creates markup. Escapes all values except markup itself. Attributes must be quoted. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  const markup = parts.reduce((text, part, at) => text + renderValue(values[at - 1]) + part);
  return { markup };
}

function renderValue(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeText(String(value));
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
