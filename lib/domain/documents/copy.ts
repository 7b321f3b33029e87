import type { Group } from '#lib/domain/documents/rules.ts';

export const groupCopy: Record<Group, string> = {
  personal: 'Identidad y sociedad',
  documents: 'Antecedentes financieros y laborales',
  guarantees: 'Contratos y garantías',
};
