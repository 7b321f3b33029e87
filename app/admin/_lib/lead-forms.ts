import { deliveriesPath } from '#lib/domain/requests/team/delivery-list.ts';
import type { Fields } from '#lib/http/forms/form.ts';
import { isRowId } from '#lib/platform/operations/row-id.ts';

/**
 * After the act, returns to the lead or the delivery that the form names, or else to the list of
 * deliveries.
 */
export const deliveryForm = {
  keep: ['text'],
  back: (_: string, { lead, detalle }: Fields) =>
    leadPage(lead) ?? (isRowId(detalle) ? `${deliveriesPath}/${detalle}` : deliveriesPath),
  to: ({ fields, page }: { fields: Fields; page: string }) =>
    page.startsWith(deliveriesPath) ? '?aviso=envio' : `?aviso=envio${noteParam(fields)}#envios`,
};

/** Access of the acts on up to 50 leads at once, which only the inbox offers. */
export const bulkAccess = {
  auth: 'admin',
  limit: { name: 'admin/many', points: 60, seconds: 600, per: 'account' },
} as const;

/** `bulkAccess` with the choice of leads and values, which a refusal keeps. */
export const bulkForm = { ...bulkAccess, keep: ['lead-*', 'assignedTo', 'state', 'reason'] };

export const leadOrPaymentsPage = (_: string, { lead }: Fields) => leadPage(lead) ?? '/admin/pagos';

/** Returns null unless `id` is a number, because anyone can change what a form sends. */
export function leadPage(id?: string): string | null {
  return isRowId(id) ? `/admin/leads/${id}` : null;
}

/** Returns the parameter by which the page offers to restore the value from before the act. */
export function previousValueParam(value: string | undefined): string {
  return value === undefined ? '' : `&antes=${encodeURIComponent(value)}`;
}

/** Returns `&nota=1` if the form contained a note, so that the page confirms it. */
export function noteParam({ text }: Fields): string {
  return text?.trim() ? '&nota=1' : '';
}
