import { render } from '@react-email/render';
import { createElement, type ReactNode } from 'react';
import { MailLayout } from '#lib/platform/mail/layout.tsx';
import type { Mail } from '#lib/platform/mail/mail.ts';
import {
  BigNumber,
  ButtonLink,
  Details,
  MailLink,
  Paragraph,
  SectionTitle,
  Small,
  Steps,
} from '#lib/platform/mail/parts.tsx';

export type MailContent = Pick<Mail, 'subject' | 'html' | 'text'>;

/** One part of a mail, as HTML and as plain text; an empty text is left out. */
export type Block = { html: ReactNode; text: string };

type Row = { label: string; value: string; href?: string | undefined };
type Section = { title: string; rows: readonly Row[] };
type Link = { label: string; href: string; after?: string };

/** The same parts always give the same bytes. `footer` stays out of the text of internal mails. */
export async function composeMail(
  { subject, title, preview, footer, isInternal }: Frame,
  blocks: readonly Block[],
): Promise<MailContent> {
  const layout = { preview, title, footer };
  const html = await render(createElement(MailLayout, layout, ...blocks.map((b) => b.html)));
  const parts = [title, ...blocks.map(({ text }) => text), isInternal ? '' : footer];
  return { subject, html, text: parts.filter(Boolean).join('\n\n') };
}
type Frame = {
  subject: string;
  title: string;
  preview: string;
  footer: string;
  isInternal?: boolean;
};

export function paragraph(text: string, link?: Link): Block {
  return { html: <Paragraph>{linked(text, link)}</Paragraph>, text: plain(text, link) };
}

export function small(text: string, link?: Link): Block {
  return { html: <Small>{linked(text, link)}</Small>, text: plain(text, link) };
}

export function bigNumber(label: string, value: string): Block {
  return { html: <BigNumber label={label}>{value}</BigNumber>, text: `${label}: ${value}` };
}

export function button(label: string, href: string): Block {
  return { html: <ButtonLink href={href}>{label}</ButtonLink>, text: href };
}

/** For who cannot press the button; the text has the address already. */
export function addressAsText(url: string): Block {
  const html = (
    <Small>
      Si el botón no funciona, copia esta dirección en tu navegador:
      <br />
      <MailLink href={url}>{url}</MailLink>
    </Small>
  );
  return { html, text: '' };
}

export function steps(title: string, items: readonly string[]): Block {
  const html = (
    <>
      <SectionTitle>{title}</SectionTitle>
      <Steps items={items} />
    </>
  );
  return { html, text: [title, ...items.map((item, i) => `${i + 1}. ${item}`)].join('\n') };
}

export function details(rows: readonly Row[]): Block {
  const lines = rows.map(({ label, value }) => `${label}: ${value}`);
  return { html: <Details rows={rows} />, text: lines.join('\n') };
}

/** In the text its title, then `label: value` by line, links below. */
export function section({ title, rows }: Section): Block {
  const html = (
    <div>
      <SectionTitle>{title}</SectionTitle>
      <Details rows={rows} />
    </div>
  );
  const lines = rows.map(({ label, value, href }) => {
    const indented = value.replaceAll('\n', '\n  ');
    return `  ${label}: ${indented}${href ? `\n  ${href}` : ''}`;
  });
  return { html, text: [title.toUpperCase(), ...lines].join('\n') };
}

function linked(text: string, link: Link | undefined): ReactNode {
  if (!link) return text;
  return (
    <>
      {text} <MailLink href={link.href}>{link.label}</MailLink>
      {link.after}
    </>
  );
}

function plain(text: string, link: Link | undefined): string {
  return link ? `${text} ${link.href}` : text;
}

/** Only a plain first name: this text goes to an unproved address. */
export function hello(name: string): string {
  const first = name.split(' ', 1)[0] ?? '';
  return /^[\p{L}'’-]{2,30}$/u.test(first) ? `Hola, ${first}.` : 'Hola.';
}
