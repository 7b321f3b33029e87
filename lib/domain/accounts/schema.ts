import { z } from 'zod';
import { isAcceptedCompanyRut, rutQuestion, rutVisto } from '#lib/domain/accounts/company-rut.ts';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '#lib/domain/accounts/rules.ts';
import { comunaName, regionName } from '#lib/domain/territory/schema.ts';
import { emailPattern } from '#lib/platform/mail/email-typos.ts';
import {
  clearable,
  email as emailField,
  multilineText,
  optional,
  partyName,
  phone,
  rut,
  singleLineText,
  writeOnly,
} from '#lib/platform/operations/fields.ts';
import { dataReply, timeField } from '#lib/platform/operations/replies.ts';

// Messages in this file are shown to the person who fills in the form.

export const roles = ['natural', 'juridica', 'admin'] as const;
const ownRoles = ['natural', 'juridica'] as const;

/**
 * An e-mail in lower case, because each account has a different one. `missing` is the error for an
 * empty field.
 */
export const emailOf = (missing: string) =>
  emailField(missing).transform((text) => text.toLowerCase());
export const accountEmail = emailOf('Ingresa tu correo.');
/** The e-mail of another person than the one who fills in the form. */
export const personEmail = emailOf('Ingresa el correo de la persona.');

/** A new password, as typed but in NFC. Its length counts characters, not bytes or UTF-16 units. */
export const newPassword = writeOnly(z.string('Ingresa una contraseña.'))
  .max(1024, `Usa ${LONGEST_PASSWORD} caracteres como máximo.`)
  .regex(/^[^\p{Cc}]*$/u, 'Quita los caracteres que no son texto.')
  .overwrite((text) => text.normalize('NFC'))
  .refine(
    (text) => [...text].length >= SHORTEST_PASSWORD,
    `Usa ${SHORTEST_PASSWORD} caracteres o más.`,
  )
  .refine(
    (text) => [...text].length <= LONGEST_PASSWORD,
    `Usa ${LONGEST_PASSWORD} caracteres como máximo.`,
  )
  .meta({
    description: `${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters, kept as typed; not one of the most used.`,
    examples: ['un paraguas azul'],
  });

/** A password to compare with the stored one, so the rules for new ones do not apply. */
export const currentPassword = writeOnly(z.string('Ingresa tu contraseña.'))
  .min(1, 'Ingresa tu contraseña.')
  .max(1024, 'La contraseña es demasiado larga.')
  .overwrite((text) => text.normalize('NFC'))
  .describe('The current password of the account.');

const role = z.enum(roles).describe('What the account is; admins are made by the operator.');
const email = z.email({ pattern: emailPattern }).describe('E-mail address of the account.');
const ownRole = z
  .enum(ownRoles, 'Elige persona natural o empresa.')
  .describe('What the account is.');
const razonSocial = optional(partyName('Ingresa la razón social.', 200)).describe(
  'Legal name of the company.',
);
const name = optional(partyName('Ingresa tu nombre.')).describe(
  'Name of the person; required for `natural`.',
);

export const registrationBody = z
  .object({
    role: ownRole,
    razonSocial,
    rut: rut('Ingresa el RUT.'),
    name,
    email: accountEmail,
    password: newPassword,
    source: optional(singleLineText('Indica el origen.', 100)).describe(
      'Where the person came from.',
    ),
  })
  .refine((value) => value.role !== 'natural' || Boolean(value.name), {
    path: ['name'],
    message: 'Ingresa tu nombre.',
    when: isObject,
  })
  .refine((value) => value.role !== 'juridica' || Boolean(value.razonSocial), {
    path: ['razonSocial'],
    message: 'Ingresa la razón social.',
    when: isObject,
  });
export type Registration = z.output<typeof registrationBody>;

export const accountConsent = z.literal('true', 'Acepta el uso de tus datos para crear tu cuenta.');

/**
 * The registration form. Unlike the API, the page asks for a confirmation if a company's RUT looks
 * like a person's.
 */
export const registrationForm = registrationBody
  .safeExtend({
    acepto: accountConsent,
    next: z.string().optional(),
    rutVisto,
  })
  .refine(isAcceptedCompanyRut, rutQuestion)
  // Drops the legal name that was typed before the person switched from company to person.
  .transform(({ rutVisto: _, ...form }) =>
    form.role === 'juridica' ? form : { ...form, razonSocial: undefined },
  );

/** An account holder that a person adds. A person may add the RUT later. */
export const holderForm = z
  .object({
    role: ownRole,
    razonSocial,
    rut: optional(rut('Ingresa el RUT.')),
    rutVisto,
  })
  .refine(({ role, razonSocial }) => role === 'natural' || Boolean(razonSocial), {
    path: ['razonSocial'],
    message: 'Ingresa la razón social.',
    when: isObject,
  })
  .refine((value) => value.role === 'natural' || Boolean(value.rut), {
    path: ['rut'],
    message: 'Ingresa el RUT de la empresa.',
    when: isObject,
  })
  .refine(isAcceptedCompanyRut, rutQuestion)
  // Drops the legal name that was typed before the person switched from company to person.
  .transform(({ rutVisto: _, ...form }) =>
    form.role === 'juridica' ? form : { ...form, razonSocial: undefined },
  );
export type AccountHolder = z.output<typeof holderForm>;

export const verificationBody = z.object({
  email: accountEmail,
  code: writeOnly(z.string('Ingresa el código.'))
    .overwrite((text) => text.trim())
    .length(6, 'El código tiene 6 caracteres.')
    .describe('The 6 characters of the mail, in any case.'),
});

/** A code typed or pasted with spaces or hyphens. */
export const pastedCode = writeOnly(z.string('Ingresa el código.'))
  .overwrite((text) => text.replace(/[\s-]/g, ''))
  .min(1, 'Ingresa el código.')
  .length(6, 'El código tiene 6 caracteres.');

/** Either field alone proves that the person owns the account that Google is linked to. */
export const joinProofForm = z.object({ password: currentPassword, code: pastedCode }).partial();

export const emailBody = z.object({ email: accountEmail });

export const credentialsBody = z.object({
  email: accountEmail,
  password: currentPassword,
  profile: z
    .enum(roles, 'Elige un perfil.')
    .optional()
    .describe('Must be the role of the account. An admin may log in with any role.'),
});

export const passwordResetBody = z.object({
  token: writeOnly(z.string('Falta el enlace.'))
    .min(1, 'Falta el enlace.')
    .max(200, 'El enlace no es válido.')
    .describe('The token of the mailed link.'),
  password: newPassword,
});

export const profileBody = z.object({
  rut: optional(rut('Ingresa el RUT.')),
  name,
  razonSocial,
  telefono: optional(phone('Ingresa tu teléfono.')),
  direccion: optional(singleLineText('Ingresa la dirección.', 200)).describe('Street and number.'),
  region: optional(regionName),
  comuna: optional(comunaName),
});
export type Profile = z.output<typeof profileBody>;

/** The profile form. An empty field clears its value; the API treats it as absent. */
export const correctedProfileForm = profileBody
  .extend({
    telefono: clearable(phone('Ingresa tu teléfono.')),
    direccion: clearable(singleLineText('Ingresa la dirección.', 200)),
    region: clearable(regionName),
    comuna: clearable(comunaName),
    rutVisto,
  })
  .refine(({ region, comuna }) => !comuna || Boolean(region), {
    path: ['region'],
    message: 'Elige la región de esa comuna.',
  });
export type CorrectedProfile = z.output<typeof correctedProfileForm>;

export const sessionReply = z.object({
  authenticated: z.boolean().describe('Whether the cookie holds a live session.'),
  email: email.nullable(),
  role: role.nullable(),
});

export const passwordChangeBody = z.object({ current: currentPassword, password: newPassword });

export const ownSessionReply = z.object({
  id: z.string().describe('Id of the session.'),
  device: z.string().describe('Browser and system, as the browser names itself.'),
  place: z.string().describe('Address shortened to /24 or /48.'),
  createdAt: timeField('When it was opened, UTC.'),
  seenAt: timeField('When it was last used, UTC, to the hour.'),
  thisDevice: z.boolean().describe('Whether this is the session of the caller.'),
});

export const accessChangeBody = z
  .object({
    change: z
      .enum(['suspend', 'reinstate', 'sessions'])
      .describe('`sessions` ends them; `suspend` as well, until `reinstate`.'),
    reason: optional(multilineText('Escribe el motivo.', 1000)).describe(
      'Why it is suspended; the mail leaves it out, the export of personal data not.',
    ),
  })
  .refine(({ change, reason }) => change !== 'suspend' || Boolean(reason), {
    path: ['reason'],
    message: 'Escribe el motivo.',
  });
export type AccessChange = z.output<typeof accessChangeBody>;

export const accountParams = z.object({ id: z.string().max(64).describe('Id of the account.') });

export const accountHelpForm = z.object({ help: z.enum(['unlock', 'code', 'password']) });

export const adminAccountReply = z.object({
  id: z.string().describe('Id of the account.'),
  email: z.string().describe('E-mail address of the account.'),
  name: z.string().nullable().describe('Of the company, or of the person.'),
  rut: z.string().nullable().describe('RUT of the person or company.'),
  role,
  createdAt: timeField('When it was opened, UTC.'),
  suspendedAt: timeField('Null: it is not suspended.').nullable(),
});

export const loginReply = dataReply(z.object({ email, role }));

function isObject({ value }: { value: unknown }): boolean {
  return typeof value === 'object' && value !== null;
}
