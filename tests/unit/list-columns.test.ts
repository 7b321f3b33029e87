import { expect, test } from 'vitest';
import { companyColumns, memberColumns } from '#lib/domain/accounts/companies/admin-list.ts';
import { accountColumns } from '#lib/domain/accounts/reads/search-accounts.ts';
import { deliveryColumns } from '#lib/domain/requests/team/delivery-list.ts';
import { linkColumns, openingColumns } from '#lib/domain/share-links/admin-list.ts';
import { formatRequestNumber } from '#lib/platform/chile/format.ts';
import { type Column, cellText } from '#lib/platform/operations/listing.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import { START } from '#tests/support/world.ts';

type Case = [columns: readonly Column<unknown>[], row: object, line: string];
/** Takes a row with the fields that its columns read, and no others. */
const shows = <R>(columns: readonly Column<R>[], row: object, line: string) =>
  [columns, row, line] as Case;

const NOON = '20-11-2026, 12:00';
const link = { name: 'Banco Sur', email: 'ana@andes.cl', revokedAt: null, maxOpenings: null };
const opening = { at: START, way: 'download', document: 'F30.pdf', shortIp: '198.51.100.0/24' };
const member = { email: 'beto@andes.cl', name: 'Beto', role: 'reader', sessions: 2, seenAt: START };
const account = {
  ...{ email: 'ana@andes.cl', name: 'Ana', rut: '12345678-5', role: 'natural', isVerified: 1 },
};
const delivery = { createdAt: START, kind: 'lead.reply-mail', recipient: 'person', state: 'dead' };
const lead = { email: 'ana@andes.cl', leadId: 12, leadNumber: 7, leadKind: 'garantia' };

test.each([
  shows(
    linkColumns,
    {
      ...link,
      createdAt: START,
      expiresAt: START + HOUR,
      openings: 3,
      lastOpenedAt: START,
      documents: 1,
    },
    `${NOON} | ana@andes.cl | Banco Sur | Activo | 3, la última ${NOON}`,
  ),
  shows(
    openingColumns,
    { ...opening, agent: 'curl/8' },
    `${NOON} | Descargado | F30.pdf | Dispositivo desconocido | 198.51.100.0/24`,
  ),
  shows(memberColumns, member, `beto@andes.cl, Beto | Mira | 2, la última ${NOON}`),
  shows(companyColumns, { name: 'Andes SpA', role: 'owner' }, 'Andes SpA | Administra'),
  shows(
    accountColumns,
    { ...account, createdAt: START, suspendedAt: START + HOUR },
    `ana@andes.cl | Ana | 12.345.678-5 | Persona natural | ${NOON} | Suspendida`,
  ),
  shows(
    accountColumns,
    { ...account, createdAt: START, suspendedAt: null, lockedUntil: null, isVerified: 0 },
    `ana@andes.cl | Ana | 12.345.678-5 | Persona natural | ${NOON} | Sin verificar`,
  ),
  shows(
    accountColumns,
    { ...account, createdAt: START, suspendedAt: null, lockedUntil: START + HOUR, isVerified: 1 },
    `ana@andes.cl | Ana | 12.345.678-5 | Persona natural | ${NOON} | Bloqueada hasta 13:00`,
  ),
  shows(
    deliveryColumns,
    { ...delivery, ...lead, lastError: 'bounced' },
    `${NOON} | Respuesta a la persona | ana@andes.cl | No se pudo enviar, bounced | Solicitud ${formatRequestNumber(7)}`,
  ),
])('each column of a list shows its own fact: %#', (columns, row, line) => {
  expect(columns.map(({ cell }) => cellText(cell?.(row, START))).join(' | ')).toBe(line);
});
