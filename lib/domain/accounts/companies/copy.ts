import type { MemberRole } from '#lib/platform/operations/operation.ts';

/** Names the account of a person who acts for no company. */
export const PERSONAL = 'tu cuenta personal';

export const memberRoleCopy: Record<MemberRole, { label: string; may: string }> = {
  owner: {
    label: 'Administra',
    may: 'Todo: también invitar, quitar personas y eliminar la empresa.',
  },
  member: {
    label: 'Participa',
    may: 'Pedir garantías, guardar documentos, compartirlos y pagar.',
  },
  reader: { label: 'Mira', may: 'Ver y descargar, sin cambiar nada.' },
};

export const companyRefusals = {
  lastOwner: 'La empresa necesita a alguien que la administre. Dale ese rol a otra persona antes.',
  gone: 'Esa persona ya no está en la empresa.',
  member: 'Esa persona ya está en la empresa.',
  noFactor: 'Activa primero tu verificación en dos pasos: sin ella tú tampoco podrías entrar.',
  otherEmail: 'Esta invitación es para otro correo. Ingresa con la cuenta de ese correo.',
  tooSoon: 'Ya les escribimos hoy. Si no responden, puedes pedirlo otra vez mañana.',
  ended: 'Esta invitación ya no sirve. Pide que te la envíen de nuevo.',
} as const;
