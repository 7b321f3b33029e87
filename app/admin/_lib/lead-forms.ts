import { deliveriesPage } from '#lib/domain/requests/team/delivery-list.ts';
import type { Fields } from '#lib/http/forms/form.ts';

/** Returns to the lead or delivery that the form names, or else to the list of deliveries. */
export const deliveryForm = {
  keep: ['text'],
  back: (_: string, { lead, detalle }: Fields) =>
    leadPage(lead) ??
    (/^\d{1,15}$/.test(detalle ?? '') ? `${deliveriesPage}/${detalle}` : deliveriesPage),
  to: ({ fields, page }: { fields: Fields; page: string }) =>
    page.startsWith(deliveriesPage) ? '?aviso=envio' : `?aviso=envio${noteQuery(fields)}#envios`,
};

/** Access of the acts on up to 50 ticked leads, which only the inbox page offers. */
export const ofMany = {
  auth: 'admin',
  limit: { name: 'admin/many', points: 60, seconds: 600, per: 'account' },
} as const;
export const bulkForm = { ...ofMany, keep: ['lead-*', 'assignedTo', 'state', 'reason'] };

/** Returns the page of the lead that the form names, else the page of payments. */
export const leadOrPaymentsPage = (_: string, { lead }: Fields) => leadPage(lead) ?? '/admin/pagos';

export function leadPage(id = ''): string | null {
  return /^\d{1,15}$/.test(id) ? `/admin/leads/${id}` : null;
}

export function previousValueQuery(value: string | undefined): string {
  return value === undefined ? '' : `&antes=${encodeURIComponent(value)}`;
}

/** Adds `nota=1` when a note was sent with the form, so that the page confirms it. */
export function noteQuery({ text }: Fields): string {
  return text?.trim() ? '&nota=1' : '';
}
