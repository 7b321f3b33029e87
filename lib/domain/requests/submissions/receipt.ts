import { buffer } from 'node:stream/consumers';
import { answerTimeText } from '#lib/domain/requests/leads/answer-time.ts';
import { documentSections, sentFileRows } from '#lib/domain/requests/submissions/request-view.ts';
import { newRequestSteps } from '#lib/domain/requests/submissions/steps.ts';
import {
  answerSections,
  type GuaranteeRequest,
  guaranteeTexts,
} from '#lib/domain/requests/submissions/view.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';
import { brand } from '#lib/platform/config/brand.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import {
  boxHeight,
  boxLines,
  contentWidth,
  openSheet,
  pageSize,
  type Sheet,
} from '#lib/platform/files/pdf.ts';

const { colors } = brand;
const leftX = pageSize.margin;

export function receiptFileName(submissionId: number): string {
  return `comprobante-solicitud-${submissionId}.pdf`;
}

type ReceiptContext = {
  url: string;
  next?: readonly string[];
  /** The official name of the tender, if it is known. */
  tenderName?: string | undefined;
};

/** Returns the receipt as PDF. The same request, steps and URL always give the same bytes. */
export async function createReceipt(
  request: GuaranteeRequest,
  {
    url,
    tenderName,
    next = newRequestSteps(answerTimeText(request.createdAt), getEnv().company.issueDays),
  }: ReceiptContext,
): Promise<NodeJS.ReadableStream> {
  const { id, createdAt, answers } = request;
  const sheet = await openSheet({ title: `Comprobante de solicitud N.º ${id}`, createdAt });
  drawNumberBox(sheet, request, url);
  drawGuaranteeTable(sheet, request);
  const documents = documentSections(sentFileRows(request));
  for (const { title, rows } of [...answerSections(answers, tenderName), ...documents]) {
    drawHeading(sheet, title);
    sheet.rows(rows, 5);
  }
  drawNextSteps(sheet, next);
  sheet.end(`${brand.name} · Solicitud N.º ${id} · Este comprobante no es una garantía.`);
  return sheet.doc;
}

export async function receiptBytes(
  request: GuaranteeRequest,
  url: string,
  tenderName?: string,
): Promise<Buffer> {
  return buffer(await createReceipt(request, { url, tenderName }));
}

const QR_SIZE = 44;

/**
 * Draws the box with the number. Its QR code and the text beside it link to the page of the
 * request.
 */
function drawNumberBox(sheet: Sheet, { id, createdAt }: GuaranteeRequest, url: string): void {
  const { doc, write, box, qr } = sheet;
  const middle = leftX + contentWidth / 3;
  const width = contentWidth / 2;
  box('Número de solicitud', `N.º ${id}`, (top) => {
    write('Recibida', middle, top + boxLines.label, { ...softStyle, width });
    const sentAt = `${formatDateTime(createdAt)} (hora de Chile)`;
    write(sentAt, middle, top + boxLines.label + 12, { size: 11, width });
    const seeIt = { ...softStyle, width, color: colors.brand };
    write('Ver cómo va tu solicitud', middle, top + boxLines.label + 28, seeIt);
    doc.link(middle, top + boxLines.label + 24, 120, 20, url);
    const margin = (boxHeight - QR_SIZE) / 2;
    qr(url, { x: leftX + contentWidth - QR_SIZE - margin, y: top + margin, size: QR_SIZE });
  });
}

const columns = [
  { head: 'N.º', x: 0, width: 24 },
  { head: 'Garantía', x: 28, width: 142 },
  { head: 'Monto', x: 174, width: 148, align: 'right' },
  { head: 'Desde', x: 342, width: 66 },
  { head: 'Hasta', x: 412, width: 66 },
] as const;

function drawGuaranteeTable(sheet: Sheet, { answers }: GuaranteeRequest): void {
  const { doc, write, rule, ensure, heightOf } = sheet;
  drawHeading(sheet, answers.garantias.length === 1 ? 'Garantía pedida' : 'Garantías pedidas');
  drawTableHead(sheet);
  answers.garantias.forEach((item, index) => {
    const { type, amount, from, until, wording, sentAmount, sentTerm } = guaranteeTexts(item);
    const note = [
      sentAmount && `Pediste ${sentAmount}.`,
      sentTerm && `Pediste vigencia del ${sentTerm}.`,
      wording && `Glosa: ${wording.replace(/\s+/g, ' ')}`,
    ]
      .filter(Boolean)
      .join(' ');
    const cells = [String(index + 1), type, amount, from, until];
    const styles = columns.map((c, i) => ({ ...cellStyle, ...c, bold: i === 2 }));
    const rowHeight = Math.max(...styles.map((style, i) => heightOf(cells[i] ?? '', style)));
    const noteStyle = { ...softStyle, width: contentWidth - 28 };
    const noteHeight = note ? heightOf(note, noteStyle) + 4 : 0;
    if (ensure(rowHeight + noteHeight + 9)) drawTableHead(sheet);
    const y = doc.y + 6;
    styles.forEach((style, i) => {
      write(cells[i] ?? '', leftX + style.x, y, style);
    });
    if (note) write(note, leftX + 28, y + rowHeight + 4, noteStyle);
    doc.y = y + rowHeight + noteHeight + 3;
    rule(doc.y);
  });
}

function drawTableHead({ doc, write, rule }: Sheet): void {
  const y = doc.y;
  for (const { head, x, ...style } of columns)
    write(head, leftX + x, y, { ...softStyle, ...style });
  doc.y = y + 15;
  rule(doc.y, colors.lineStrong);
}

function drawNextSteps(sheet: Sheet, steps: readonly string[]): void {
  const { doc, write, ensure, heightOf } = sheet;
  drawHeading(sheet, 'Qué sigue');
  steps.forEach((step, index) => {
    const style = { ...cellStyle, width: contentWidth - 22 };
    const height = heightOf(step, style);
    ensure(height + 8);
    const y = doc.y + 4;
    write(`${index + 1}.`, leftX, y, { ...cellStyle, width: 20, bold: true, color: colors.copper });
    write(step, leftX + 22, y, style);
    doc.y = y + height + 3;
  });
}

function drawHeading({ doc, write, ensure }: Sheet, title: string): void {
  ensure(80);
  write(title, leftX, doc.y + 16, { size: 13, bold: true, width: contentWidth });
  doc.y += 3;
}

const cellStyle = { size: 10 } as const;
const softStyle = { size: 9, color: colors.inkSoft } as const;
