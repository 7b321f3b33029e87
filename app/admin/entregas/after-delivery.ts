import { afterLead } from '#app/admin/leads/after-lead.ts';

type Form = Record<string, string>;

/** Where the button was: the lead that the form names, else the page of deliveries. */
export function deliveryPage(_: string, { lead = '' }: Form): string {
  return /^\d{1,15}$/.test(lead) ? `/admin/leads/${lead}` : '/admin/entregas';
}

export function afterDelivery(reply: unknown, form: Form, page: string): string {
  if (page === '/admin/entregas') return `${page}?aviso=envio`;
  return afterLead('envio', 'envios')(reply, form, page);
}
