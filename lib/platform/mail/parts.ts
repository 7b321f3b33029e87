import { brand } from '#lib/platform/brand.ts';
import { type Html, html } from '#lib/platform/html.ts';

/* Tables and inline styles, as mail programs want them; margins are said in both forms. */
const { colors } = brand;
const text = `font-size:16px;line-height:24px;color:${colors.ink}`;
export const small = `font-size:14px;line-height:21px;color:${colors.inkSoft}`;
const below = 'margin:0 0 14px;margin-top:0;margin-right:0;margin-bottom:14px;margin-left:0';
export const noMargins = 'margin-top:0;margin-bottom:0;margin-left:0;margin-right:0';
const long = 'overflow-wrap:anywhere';
const line = `border-bottom:1px solid ${colors.line}`;
const cell = `padding:9px 0;${line};vertical-align:top;${long};word-break:break-word`;

type Content = Html | readonly Html[] | string;

export function paragraph(name: string, style: string, content: Content): Html {
  return html`<p class="${name}" style="${style}">${content}</p>`;
}

export function box(attributes: Html, content: Content): Html {
  const placing = html`align="center" width="100%" border="0" ${bare} role="presentation"`;
  return html`<table ${placing} ${attributes}><tbody><tr><td>${content}</td></tr></tbody></table>`;
}

export const bare = html`cellPadding="0" cellSpacing="0"`;

export function largeText(content: Content): Html {
  return paragraph('ink', `${text};${below}`, content);
}

export function smallText(content: Content): Html {
  return paragraph('soft', `${small};${below}`, content);
}

export function sectionTitle(title: string): Html {
  const style = `margin:26px 0 6px;font-size:17px;line-height:24px;color:${colors.ink}`;
  return html`<h2 class="ink" style="${style}">${title}</h2>`;
}

export function numberBox(label: string, value: string): Html {
  const background = `background-color:${colors.brandTint};border-radius:8px`;
  const large = `font-size:28px;line-height:34px;margin:0;font-weight:700;color:${colors.ink}`;
  return box(html`class="tint" style="${background};padding:14px 18px;margin:4px 0 18px"`, [
    paragraph('soft', `${small};margin:0;${noMargins}`, label),
    paragraph('ink', `${large};${noMargins}`, value),
  ]);
}

export type Row = { label: string; value: string; href?: string | undefined };

export function rowsTable(rows: readonly Row[]): Html {
  const labelStyle = `${small};${cell};width:36%;font-weight:400;padding-right:14px`;
  const valueStyle = `${text};${cell};font-weight:600;white-space:pre-line`;
  const head = html`scope="row" align="left" class="label soft rule" style="${labelStyle}"`;
  const lines = rows.map(({ label, value, href }) => {
    const shown = href ? textLink(href, value) : value;
    const td = html`<td class="value ink rule" style="${valueStyle}">${shown}</td>`;
    return html`<tr><th ${head}>${label}</th>${td}</tr>`;
  });
  const attributes = html`width="100%" ${bare} style="border-collapse:collapse"`;
  return html`<table ${attributes}><tbody>${lines}</tbody></table>`;
}

export function orderedList(items: readonly string[]): Html {
  const lines = items.map((item) => html`<li style="margin-bottom:8px">${item}</li>`);
  return html`<ol class="ink" style="${text};margin:0 0 6px;padding-left:22px">${lines}</ol>`;
}

/** A link that looks like a button, also where only table cells can have a background. */
export function buttonLink(href: string, label: string): Html {
  const place = 'display:inline-block;padding:13px 24px';
  const look = `${place};font-size:16px;font-weight:600;text-decoration:none`;
  const style = `background-color:${colors.brand};border-radius:8px`;
  const link = anchor(href, label, { name: 'on-button', color: colors.onBrand, look });
  const td = html`<td class="button" align="center" style="${style}">${link}</td>`;
  return html`<table ${bare} style="margin:18px 0 20px"><tbody><tr>${td}</tr></tbody></table>`;
}

export function textLink(href: string, label: string): Html {
  const look = `text-decoration:underline;${long}`;
  return anchor(href, label, { name: 'link', color: colors.brand, look });
}

type Look = { name: string; color: string; look: string };

function anchor(href: string, label: string, { name, color, look }: Look): Html {
  const style = `color:${color};text-decoration-line:none;${look}`;
  return html`<a href="${href}" class="${name}" style="${style}" target="_blank">${label}</a>`;
}
