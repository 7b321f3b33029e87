import { docs, type FieldDoc } from '#lib/http/openapi/field-doc.ts';

export const paymentsFields: Record<string, FieldDoc> = {
  amount: docs('Whole Chilean pesos, at least 500; of a refund, at least 1.', 12500),
  description: docs('What is paid, for people.', 'Comisión de la garantía'),
  metadata: docs('Anything of yours as JSON: at most 4 kB and 5 levels.'),
  buyOrder: docs(
    'Our unique order, which the provider and the card holder see.',
    'RG-7K3M-9QXT-4BCD-8ZPW',
  ),
  sessionId: docs('What the provider gives back with the order.'),
  authorizationCode: docs('The code of the authorisation; null before it was paid.', '1213'),
  cardLast4: docs('Last four digits of the card; null before it was paid.', '6623'),
  pagination: docs('Where this page stands among all.'),
  total: docs('How many there are; of an order, its total with taxes, in `moneda`.', 5),
  limit: docs('How many at most.', 20),
  offset: docs('How many are left out before.', 0),
  hasMore: docs('Whether there are more after these.', false),
  leadId: docs('The lead whose history is to tell of the payment.', 12),
};
