import type { Fields } from '#lib/http/forms/form.ts';

const DELIVERIES = '/admin/entregas';

/** Back to the page of the button: the lead that the form names, else the deliveries. */
export const ofDelivery = {
  keep: ['text'],
  back: (_: string, { lead }: Fields) => leadPage(lead) ?? DELIVERIES,
  to: ({ fields, page }: { fields: Fields; page: string }) =>
    page === DELIVERIES ? '?aviso=envio' : `?aviso=envio${noteIn(fields)}#envios`,
};

export const ofMany = { keep: ['lead-*', 'assignedTo', 'state', 'reason'] };

/** Returns the page of the lead that the form names, else the page of payments. */
export const backOf = (_: string, { lead }: Fields) => leadPage(lead) ?? '/admin/pagos';

export function leadPage(id = ''): string | null {
  return /^\d{1,15}$/.test(id) ? `/admin/leads/${id}` : null;
}

export function before(value: string | undefined): string {
  return value === undefined ? '' : `&antes=${encodeURIComponent(value)}`;
}

/** Tells the page that the note beside was kept as well. */
export function noteIn({ text }: Fields): string {
  return text?.trim() ? '&nota=1' : '';
}
