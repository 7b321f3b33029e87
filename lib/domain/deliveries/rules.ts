/** Providers fail on their own: a CRM that hangs keeps no mail waiting. */
export const channelSlots = { mail: 32, crm: 8 } as const;
export type Channel = keyof typeof channelSlots;

/** Neither a provider's answer nor an expected refusal: most likely a fault of ours. */
export function isUnforeseen(error: unknown): boolean {
  return !(error instanceof Error && ('reason' in error || error.name === 'AppError'));
}
