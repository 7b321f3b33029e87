import { type Html, html } from '#lib/platform/html.ts';
import { mailPage } from '#lib/platform/mail/layout.ts';
import type { Mail } from '#lib/platform/mail/mail.ts';
import {
  buttonLink,
  largeText,
  numberBox,
  orderedList,
  type Row,
  rowsTable,
  sectionTitle,
  smallText,
  textLink,
} from '#lib/platform/mail/parts.ts';

export type MailContent = Pick<Mail, 'subject' | 'html' | 'text'>;

/** One part of a mail, as HTML and as plain text; an empty text is left out. */
export type Block = { html: Html; text: string };

type Section = { title: string; rows: readonly Row[] };
type Link = { label: string; href: string; after?: string };

/** The same parts always give the same bytes. `footer` stays out of the text of internal mails. */
export function composeMail(
  { subject, title, preview, footer, isInternal }: Frame,
  blocks: readonly Block[],
): MailContent {
  const frame = { preview, title, footer };
  const page = mailPage(
    frame,
    blocks.map((block) => block.html),
  );
  const parts = [title, ...blocks.map(({ text }) => text), isInternal ? '' : footer];
  return { subject, html: page, text: parts.filter(Boolean).join('\n\n') };
}
type Frame = {
  subject: string;
  title: string;
  preview: string;
  footer: string;
  isInternal?: boolean;
};

export function paragraph(text: string, link?: Link): Block {
  return { html: largeText(linked(text, link)), text: plain(text, link) };
}

/** What a person wrote: its lines stay, an empty one parts paragraphs. */
export function typed(text: string): Block {
  const lines = (part: string) =>
    part.split(/\r?\n/).map((line, at) => html`${at > 0 && html`<br/>`}${line}`);
  const parts = text.split(/\r?\n\s*\n/).map((part) => largeText(lines(part)));
  return { html: html`${parts}`, text };
}

export function small(text: string, link?: Link): Block {
  return { html: smallText(linked(text, link)), text: plain(text, link) };
}

export function bigNumber(label: string, value: string): Block {
  return { html: numberBox(label, value), text: `${label}: ${value}` };
}

export function button(label: string, href: string): Block {
  return { html: buttonLink(href, label), text: href };
}

/** For who cannot press the button; the text has the address already. */
export function addressAsText(url: string): Block {
  const asked = 'Si el botón no funciona, copia esta dirección en tu navegador:';
  return { html: smallText(html`${asked}<br/>${textLink(url, url)}`), text: '' };
}

export function steps(title: string, items: readonly string[]): Block {
  const lines = [title, ...items.map((item, i) => `${i + 1}. ${item}`)];
  return { html: html`${sectionTitle(title)}${orderedList(items)}`, text: lines.join('\n') };
}

export function details(rows: readonly Row[]): Block {
  const lines = rows.map(({ label, value }) => `${label}: ${value}`);
  return { html: rowsTable(rows), text: lines.join('\n') };
}

/** In the text its title, then `label: value` by line, links below. */
export function section({ title, rows }: Section): Block {
  const lines = rows.map(({ label, value, href }) => {
    const indented = value.replaceAll('\n', '\n  ');
    return `  ${label}: ${indented}${href ? `\n  ${href}` : ''}`;
  });
  return {
    html: html`<div>${sectionTitle(title)}${rowsTable(rows)}</div>`,
    text: [title.toUpperCase(), ...lines].join('\n'),
  };
}

function linked(text: string, link: Link | undefined): Html {
  if (!link) return html`${text}`;
  return html`${text}<!-- --> ${textLink(link.href, link.label)}${link.after}`;
}

function plain(text: string, link: Link | undefined): string {
  return link ? `${text} ${link.href}` : text;
}

/** Only a plain first name: this text goes to an unproved address. */
export function hello(name: string): string {
  const first = name.split(' ', 1)[0] ?? '';
  return /^[\p{L}'’-]{2,30}$/u.test(first) ? `Hola, ${first}.` : 'Hola.';
}
