import { factRows, issuedLabels } from '#lib/domain/issued-guarantees/copy.ts';
import type { IssuedDetail } from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { handoverOf } from '#lib/domain/issued-guarantees/steps.ts';
import { codePath, groupedCode } from '#lib/domain/issued-guarantees/view.ts';
import { formatDay, formatRequestNumber } from '#lib/platform/chile/format.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';
import { brand } from '#lib/platform/config/brand.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { contentWidth, openSheet, pageSize, type Sheet } from '#lib/platform/files/pdf.ts';

const { colors } = brand;
const leftX = pageSize.margin;

export function deliverySheetName(number: number): string {
  return `hoja-de-entrega-${number}.pdf`;
}

/**
 * Returns the hand-over sheet as PDF. The same record always gives the same bytes. A sheet about a
 * record that a company made does not show our brand.
 */
export async function createDeliverySheet(record: IssuedDetail): Promise<NodeJS.ReadableStream> {
  const { number, createdAt, recordedBy } = record;
  const title = 'Hoja de entrega';
  const isUnmarked = recordedBy === 'company';
  const sheet = await openSheet({ title, createdAt, isUnmarked });
  const { doc, write, rows } = sheet;
  write('Hoja de entrega de una garantía', leftX, doc.y + 4, heading);
  if (isUnmarked) write('Registrada por la propia empresa', leftX, doc.y + 2, heading);
  const addressee = withRut(record.beneficiaryName, record.beneficiaryRut);
  write(`Para ${addressee}`, leftX, doc.y + 6, { size: 12, width: contentWidth });
  doc.y += 6;
  rows(sheetRows(record), 6);
  writeVerifySteps(sheet, record);
  writeHandInSteps(sheet, record);
  const issuerLine = isUnmarked ? 'Registrada por la propia empresa' : brand.name;
  sheet.end(
    `${issuerLine} · Garantía ${formatRequestNumber(number)} · Esta hoja no es la garantía.`,
  );
  return doc;
}

function sheetRows(record: IssuedDetail) {
  const { holderName, holderRut, tenderId, glosa, createdAt, recordedBy } = record;
  const recorder = recordedBy === 'company' ? 'la propia empresa' : `un asesor de ${brand.name}`;
  return [
    ...factRows(record).filter(({ label }) => label !== issuedLabels.beneficiaryName),
    { label: issuedLabels.holderName, value: withRut(holderName, holderRut) },
    ...(tenderId ? [{ label: issuedLabels.tenderId, value: tenderId }] : []),
    ...(glosa ? [{ label: issuedLabels.glosa, value: glosa.replace(/\s+/g, ' ') }] : []),
    { label: 'Registrada', value: `El ${formatDay(createdAt)}, por ${recorder}` },
  ];
}

function withRut(name: string, rut: string): string {
  return `${name}, RUT ${formatRut(rut)}`;
}

const QR_SIZE = 92;

function writeVerifySteps(sheet: Sheet, record: IssuedDetail): void {
  const { issuerName, issuerVerifyUrl, code, sha256 } = record;
  const { doc, write, qr } = sheet;
  const width = contentWidth - (code ? QR_SIZE + 24 : 0);
  write('Cómo verificarla', leftX, doc.y + 18, { size: 13, bold: true, width: contentWidth });
  const top = doc.y + 8;
  doc.y = top;
  const say = (text: string) => write(text, leftX, doc.y + 4, { size: 10, width });
  const at = issuerVerifyUrl ? `en ${shortUrl(issuerVerifyUrl)}` : 'por un medio que ya conozcas';
  say(`1. Confírmala con quien la emitió, ${issuerName}, ${at}. Nada reemplaza esa confirmación.`);
  if (!code) {
    say('Su código de verificación está cerrado.');
    return;
  }
  const { appUrl } = getEnv();
  const url = appUrl + codePath(code);
  const compare = sha256 ? ' y comparar el archivo' : '';
  say(`2. Escanea el código, o escríbelo en ${appUrl}/v, para ver qué se registró${compare}.`);
  write(groupedCode(code), leftX, doc.y + 8, { size: 15, bold: true, width, color: colors.brand });
  doc.link(leftX, doc.y - 20, width, 20, url);
  const below = doc.y;
  qr(url, { x: leftX + contentWidth - QR_SIZE, y: top + 4, size: QR_SIZE });
  doc.y = Math.max(below, top + QR_SIZE);
}

/**
 * Writes how to hand the guarantee in, if the page has room for it. The closing of the tender is
 * left out, because it may change.
 */
function writeHandInSteps({ doc, write, heightOf }: Sheet, record: IssuedDetail): void {
  const style = { size: 10, width: contentWidth };
  const text = handoverOf(record).ways.join(' ');
  if (doc.y + 40 + heightOf(text, style) > pageSize.height - pageSize.bottom) return;
  write('Cómo entregarla', leftX, doc.y + 14, { size: 13, bold: true, width: contentWidth });
  write(text, leftX, doc.y + 4, style);
}

/** Returns only the host if the URL is too long to be typed. */
function shortUrl(url: string): string {
  return url.length <= 120 ? url : new URL(url).host;
}

const heading = { size: 19, bold: true, width: contentWidth } as const;
