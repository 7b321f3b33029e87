import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import type { Sample } from '#tests/e2e/support/answers.ts';
import { type App, expect } from '#tests/e2e/support/app.ts';
import { prepare, send } from '#tests/e2e/support/journey.ts';
import type { ReceivedMail } from '#tests/support/providers/resend.ts';

/** Waits for the two mails of a request, which differ in their recipients. */
export async function mailsOf(app: App, email: string) {
  const isTo = (mail: ReceivedMail) => [mail.to].flat().includes(email);
  const acknowledgement = await app.waitForMail(
    (mail) => isTo(mail) && !/código/.test(mail.subject),
  );
  const internal = await app.waitForMail(
    (mail) => !isTo(mail) && [mail.reply_to].flat().includes(email),
  );
  return { acknowledgement, internal };
}

type Text = { text?: string | undefined };

/** Returns the address in a mail whose path contains this text, or an empty text. */
export function linkIn(mail: Text, part: string): string {
  return mail.text?.match(new RegExp(`http\\S+/${part}\\S+`))?.[0] ?? '';
}

/** Returns the path of the lead that a mail to the team leads to. */
export function leadIn(mail: Text): string {
  return mail.text?.match(/\/admin\/leads\/\d+/)?.[0] ?? '';
}

/** Sends a request from this browser. Returns its number, and where its two mails lead. */
export async function sendRequest(page: Page, app: App, { email, answers }: Sample) {
  await prepare(page, answers);
  const number = await send(page);
  const { acknowledgement, internal } = await mailsOf(app, email);
  return { number, url: linkIn(acknowledgement, 'comprobante/'), lead: leadIn(internal) };
}

/** Counts the mails that went out because of this address. */
export function countMails(app: App, email: string): number {
  return app.mailbox().filter((mail) => [mail.to, mail.reply_to].flat().includes(email)).length;
}

/** Checks the text of a PDF by `pdftotext`, or only its signature if that is not installed. */
export async function expectPdfToSay(pdf: Buffer, text: string): Promise<void> {
  expect(pdf.subarray(0, 5).toString('latin1')).toBe('%PDF-');
  expect(pdf.subarray(-1024).toString('latin1')).toContain('%%EOF');
  const directory = await mkdtemp(join(tmpdir(), 'resguardo-pdf-'));
  try {
    const path = join(directory, 'comprobante.pdf');
    await writeFile(path, pdf);
    const read = await promisify(execFile)('pdftotext', ['-layout', path, '-']).catch((error) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (read) expect(read.stdout).toContain(text);
  } finally {
    await rm(directory, { recursive: true });
  }
}
