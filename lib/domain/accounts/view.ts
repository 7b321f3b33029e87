import { type ProfileField, profileCopy } from '#lib/domain/accounts/copy.ts';
import type { Account, Person } from '#lib/domain/accounts/reads/accounts.ts';
import { RESEND_SECONDS } from '#lib/domain/accounts/rules.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { signedToken } from '#lib/platform/security/secrets.ts';

/**
 * Returns the URL to reset a password, on our own public host. The `Host` of a request is never
 * used, because an attacker could choose it.
 */
export function resetUrl(resetId: string): string {
  return `${getEnv().appUrl}/restablecer?token=${encodeURIComponent(resetToken(resetId))}`;
}

export function resetToken(resetId: string): string {
  return signedToken('password-reset', resetId);
}

/**
 * Returns the URL of the page "No fui yo". That page asks for a confirmation, because programs that
 * scan mails open links.
 */
export function notMeUrl(browserId: string): string {
  return `${getEnv().appUrl}/no-fui-yo?token=${notMeToken(browserId)}`;
}

export function notMeToken(browserId: string): string {
  return signedToken('not-me', browserId);
}

export function undoEmailUrl(changeId: number): string {
  return `${getEnv().appUrl}/no-fui-yo?token=${undoEmailToken(changeId)}`;
}

export function undoEmailToken(changeId: number): string {
  return signedToken('email-undo', String(changeId));
}

export function recoverUrl(): string {
  return `${getEnv().appUrl}/recuperar`;
}

/** Returns the page on which the code is typed. It offers another code 60 s after `sentAt` (ms). */
export function verifyPath(
  email: string,
  extra: { sentAt?: number; aviso?: 'reenviado' } = {},
): string {
  const { sentAt, aviso } = extra;
  const query = new URLSearchParams({ email });
  if (sentAt) query.set('desde', String(sentAt));
  if (aviso) query.set('aviso', aviso);
  return `/verificar?${query}`;
}

/**
 * Returns how many seconds remain until the next code may be requested. `desde` is the parameter
 * that `verifyPath` wrote.
 */
export function secondsToWait(desde: unknown, now: number): number {
  const sentAt = typeof desde === 'string' && /^\d{1,15}$/.test(desde) ? Number(desde) : 0;
  const secondsLeft = Math.ceil((sentAt - now) / 1000) + RESEND_SECONDS;
  return secondsLeft > 0 && secondsLeft <= RESEND_SECONDS ? secondsLeft : 0;
}

const personalFields: readonly ProfileField[] = [
  'rut',
  'name',
  'telefono',
  'direccion',
  'region',
  'comuna',
];

/**
 * Returns the names of the account holder's empty fields. A company may leave name and telephone to
 * its person.
 */
export function missingProfileFields(holder: Account, person: Person): string[] {
  const account = { ...holder, ...contactOf(holder, person) };
  const requiredFields: readonly ProfileField[] =
    account.role === 'juridica' ? ['razonSocial', ...personalFields] : personalFields;
  return requiredFields
    .filter((name) => !account[name])
    .map((name) => profileCopy[name].toLowerCase());
}

export function firstNameOf({ name }: Pick<Account, 'name'>): string | null {
  return name?.split(' ')[0] ?? null;
}

export function profileValues(account: Account): Record<string, string> {
  return Object.fromEntries(
    (['razonSocial', ...personalFields] as const).map((name) => {
      const value = account[name] ?? '';
      return [name, name === 'rut' && value ? formatRut(value) : value];
    }),
  );
}

/**
 * Returns name and phone of the requester: the person's or, where these are missing, the company's.
 */
function contactOf(holder: Account, person: Person): Pick<Account, 'name' | 'telefono'> {
  return { name: person.name ?? holder.name, telefono: person.telefono ?? holder.telefono };
}

/**
 * Returns values for the empty fields of the wizard, by field name. Each of the two types of
 * contract has its own name for the same party, so the party's values appear under both names.
 */
export function wizardValues(account: Account, person: Person): Record<string, string> {
  const company = account.razonSocial ?? account.name;
  const { name, telefono } = contactOf(account, person);
  const values = {
    nombreSolicitante: name,
    email: person.email,
    telefonoSolicitante: telefono,
    nombreEmpresaOferente: company,
    nombreEmpresaContratista: company,
    rutEmpresaOferente: account.rut && formatRut(account.rut),
    rutEmpresaContratista: account.rut && formatRut(account.rut),
    direccionEmpresaOferente: account.direccion,
    direccionEmpresaContratista: account.direccion,
    regionEmpresaOferente: account.region,
    regionEmpresaContratista: account.region,
    comunaEmpresaOferente: account.comuna,
    comunaEmpresaContratista: account.comuna,
  };
  const texts = Object.entries(values).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  );
  return Object.fromEntries(texts);
}
