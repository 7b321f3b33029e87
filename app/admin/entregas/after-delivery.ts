/** Back to where the button was: the lead that the form names, else the page of deliveries. */
export function afterDelivery(_: unknown, { lead = '' }: Record<string, string>): string {
  return /^\d{1,15}$/.test(lead)
    ? `/admin/leads/${lead}?aviso=envio`
    : '/admin/entregas?aviso=envio';
}
