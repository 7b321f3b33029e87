import { brand } from '#lib/platform/config/brand.ts';
import {
  boxHtml,
  type Content,
  mailPage,
  noMargins,
  smallStyle,
  styledParagraph,
  tableAttributes,
} from '#lib/platform/mail/layout.ts';
import type { Mail } from '#lib/platform/mail/mail.ts';
import { type Html, html } from '#lib/platform/web/html.ts';

export type MailContent = Pick<Mail, 'subject' | 'html' | 'text'>;

/** A part of a mail as HTML and as plain text. An empty `text` is left out. */
export type Block = { html: Html; text: string };

type Row = { label: string; value: string; href?: string | undefined };
type Link = { label: string; href: string; after?: string };
type Frame = {
  subject: string;
  title: string;
  preview: string;
  /** Explains why the recipient gets the mail. Null in mails to the team. */
  footer: string | null;
};

/**
 * Composes a mail. The same input gives the same bytes, because Resend refuses a changed mail under
 * the same idempotency key.
 */
export function composeMail(
  { subject, title, preview, footer }: Frame,
  blocks: readonly Block[],
): MailContent {
  const frame = { preview, title, footer: footer ?? `Aviso interno de ${brand.name}.` };
  const page = mailPage(
    frame,
    blocks.map((block) => block.html),
  );
  const parts = [title, ...blocks.map(({ text }) => text), footer];
  return { subject, html: page, text: parts.filter(Boolean).join('\n\n') };
}

const { colors } = brand;
const largeStyle = `font-size:16px;line-height:24px;color:${colors.ink}`;
const belowStyle = 'margin:0 0 14px;margin-top:0;margin-right:0;margin-bottom:14px;margin-left:0';
const longStyle = 'overflow-wrap:anywhere';

export function paragraph(text: string, link?: Link): Block {
  return { html: largeText(linkHtml(text, link)), text: linkText(text, link) };
}

/** Formats text that a person typed: keeps line breaks, and begins a paragraph at an empty line. */
export function typedBlock(text: string): Block {
  const lines = (part: string) =>
    part.split(/\r?\n/).map((line, index) => html`${index > 0 && html`<br/>`}${line}`);
  const parts = text.split(/\r?\n\s*\n/).map((part) => largeText(lines(part)));
  return { html: html`${parts}`, text };
}

export function smallBlock(text: string, link?: Link): Block {
  return { html: smallText(linkHtml(text, link)), text: linkText(text, link) };
}

export function bigNumber(label: string, value: string): Block {
  const background = `background-color:${colors.brandTint};border-radius:8px`;
  const number = `font-size:28px;line-height:34px;margin:0;font-weight:700;color:${colors.ink}`;
  const tint = html`class="tint" style="${background};padding:14px 18px;margin:4px 0 18px"`;
  const content = [
    styledParagraph('soft', `${smallStyle};margin:0;${noMargins}`, label),
    styledParagraph('ink', `${number};${noMargins}`, value),
  ];
  return { html: boxHtml(tint, content), text: `${label}: ${value}` };
}

/**
 * Formats a link as a button. It is a table, because some mail programs colour only table cells.
 */
export function button(label: string, href: string): Block {
  const box = 'display:inline-block;padding:13px 24px';
  const look = `${box};font-size:16px;font-weight:600;text-decoration:none`;
  const style = `background-color:${colors.brand};border-radius:8px`;
  const link = anchor(href, label, { name: 'on-button', color: colors.onBrand, look });
  const td = html`<td class="button" align="center" style="${style}">${link}</td>`;
  const row = html`<tbody><tr>${td}</tr></tbody>`;
  return {
    html: html`<table ${tableAttributes} style="margin:18px 0 20px">${row}</table>`,
    text: href,
  };
}

/** Shows a URL for readers whose button does not work. Plain text always shows it. */
export function urlAsText(url: string): Block {
  const hint = 'Si el botón no funciona, copia esta dirección en tu navegador:';
  return { html: smallText(html`${hint}<br/>${textLink(url, url)}`), text: '' };
}

export function stepsBlock(title: string, items: readonly string[]): Block {
  const entries = items.map(
    (item) => html`<li style="margin-bottom:8px">${unbrokenHtml(item)}</li>`,
  );
  const style = `${largeStyle};margin:0 0 6px;padding-left:22px`;
  const lines = [title, ...items.map((item, index) => `${index + 1}. ${item}`)];
  return {
    html: html`${sectionTitle(title)}<ol class="ink" style="${style}">${entries}</ol>`,
    text: lines.join('\n'),
  };
}

export function details(rows: readonly Row[]): Block {
  const lines = rows.map(({ label, value }) => `${label}: ${value}`);
  return { html: rowsTable(rows), text: lines.join('\n') };
}

/** Formats a title and rows. Plain text has the title in capitals and lines of `label: value`. */
export function section({ title, rows }: { title: string; rows: readonly Row[] }): Block {
  const lines = rows.map(({ label, value, href }) => {
    const indented = value.replaceAll('\n', '\n  ');
    return `  ${label}: ${indented}${href ? `\n  ${href}` : ''}`;
  });
  return {
    html: html`<div>${sectionTitle(title)}${rowsTable(rows)}</div>`,
    text: [title.toUpperCase(), ...lines].join('\n'),
  };
}

function largeText(content: Content): Html {
  return styledParagraph('ink', `${largeStyle};${belowStyle}`, content);
}

function smallText(content: Content): Html {
  return styledParagraph('soft', `${smallStyle};${belowStyle}`, content);
}

function sectionTitle(title: string): Html {
  const style = `margin:26px 0 6px;font-size:17px;line-height:24px;color:${colors.ink}`;
  return html`<h2 class="ink" style="${style}">${title}</h2>`;
}

function rowsTable(rows: readonly Row[]): Html {
  const line = `border-bottom:1px solid ${colors.line}`;
  const cell = `padding:9px 0;${line};vertical-align:top;${longStyle};word-break:break-word`;
  const labelStyle = `${smallStyle};${cell};width:36%;font-weight:400;padding-right:14px`;
  const valueStyle = `${largeStyle};${cell};font-weight:600;white-space:pre-line`;
  const head = html`scope="row" align="left" class="label soft rule" style="${labelStyle}"`;
  const lines = rows.map(({ label, value, href }) => {
    const shownValue = href ? textLink(href, value) : unbrokenHtml(value);
    const td = html`<td class="value ink rule" style="${valueStyle}">${shownValue}</td>`;
    return html`<tr><th ${head}>${label}</th>${td}</tr>`;
  });
  const attributes = html`width="100%" ${tableAttributes} style="border-collapse:collapse;${belowStyle}"`;
  return html`<table ${attributes}><tbody>${lines}</tbody></table>`;
}

function linkHtml(text: string, link: Link | undefined): Html {
  if (!link) return unbrokenHtml(text);
  return html`${unbrokenHtml(text)}<!-- --> ${textLink(link.href, link.label)}${link.after}`;
}

/** Prevents line breaks within dates and amounts, such as 28-11-2026 and $ 145.000. */
function unbrokenHtml(text: string): Html {
  const parts = text.split(/(\d{2}-\d{2}-\d{4}|(?:\$|UF|US\$) [\d.,]*\d)/);
  const unbroken = (part: string) => html`<span style="white-space:nowrap">${part}</span>`;
  return html`${parts.map((part, index) => (index % 2 === 1 ? unbroken(part) : html`${part}`))}`;
}

function textLink(href: string, label: string): Html {
  const look = `text-decoration:underline;${longStyle}`;
  return anchor(href, label, { name: 'link', color: colors.brand, look });
}

type AnchorStyle = { name: string; color: string; look: string };

function anchor(href: string, label: string, { name, color, look }: AnchorStyle): Html {
  const style = `color:${color};text-decoration-line:none;${look}`;
  return html`<a href="${href}" class="${name}" style="${style}" target="_blank">${label}</a>`;
}

/** Returns a text with its link as `label: URL`, or after a colon with the URL alone. */
function linkText(text: string, link: Link | undefined): string {
  if (!link) return text;
  return text.endsWith(':') ? `${text} ${link.href}` : `${text} ${link.label}: ${link.href}`;
}

/**
 * Greets by the first name if it has only letters. The e-mail may be unverified, so a longer text
 * could carry a stranger's message.
 */
export function greetingOf(name: string): string {
  const first = name.split(' ', 1)[0] ?? '';
  return /^[\p{L}'’-]{2,30}$/u.test(first) ? `Hola, ${first}.` : 'Hola.';
}
