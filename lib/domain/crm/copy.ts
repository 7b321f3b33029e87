/** How the CRM's notes name what happened. */
export const bookingNotes: Record<string, string> = {
  requested: 'Pidió una reunión',
  accepted: 'Agendó una reunión',
  rescheduled: 'Cambió la hora de su reunión',
  cancelled: 'Reunión cancelada',
  rejected: 'Reunión rechazada',
  no_show: 'No llegó a la reunión',
  ended: 'Terminó la reunión',
};

export const paymentNotes: Record<string, string> = {
  created: 'Inició un pago',
  pending: 'Pago en curso',
  authorized: 'Pago recibido',
  failed: 'Pago rechazado',
  aborted: 'Anuló el pago',
  expired: 'El pago venció',
  refunded: 'Pago devuelto',
};

export const leadTitles = {
  contacto: 'Contacto',
  asesor: 'Quiere hablar con un asesor',
  experto: 'Consulta a un experto',
  garantia: 'Solicitud de garantía',
} as const;
