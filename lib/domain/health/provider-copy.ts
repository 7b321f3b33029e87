import type { listServices } from '#lib/domain/health/reads.ts';

type Service = ReturnType<typeof listServices>[number];

/** The name of each external service. */
export const serviceCopy: Record<Service['provider'], string> = {
  resend: 'Correo (Resend)',
  webpay: 'Webpay',
  mercado_publico: 'Mercado Público',
  hubspot: 'CRM (HubSpot)',
  turnstile: 'Captcha (Turnstile)',
  google: 'Ingreso con Google',
  cal_com: 'Agenda (Cal.com)',
};

/** The effect on people when a service fails. */
export const serviceEffects: Record<Service['provider'], string> = {
  resend: 'Los correos esperan y salen solos cuando vuelva.',
  webpay: 'No se puede pagar con tarjeta por ahora. Los pagos hechos no se pierden.',
  mercado_publico: 'Los datos de las licitaciones pueden estar atrasados.',
  hubspot: 'Las solicitudes se guardan aquí y pasan al CRM cuando vuelva.',
  turnstile: 'Los formularios públicos pueden pedir que lo intenten de nuevo.',
  google: 'No se puede entrar con Google. Con correo y contraseña, sí.',
  cal_com: 'No se pueden agendar reuniones por ahora.',
};
