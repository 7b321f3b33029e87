import { brand, guilloche } from '#lib/platform/config/brand.ts';
import { type Html, html } from '#lib/platform/web/html.ts';

/*
 * Resend refuses a changed mail under the same idempotency key, so a new version must not change a
 * mail's bytes. Mail programs need tables, inline styles, and margins both as shorthand and singly.
 */
const { colors } = brand;
export const smallStyle = `font-size:14px;line-height:21px;color:${colors.inkSoft}`;
export const noMargins = 'margin-top:0;margin-bottom:0;margin-left:0;margin-right:0';
export const tableAttributes = html`cellPadding="0" cellSpacing="0"`;
const font =
  "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif";
/**
 * Inboxes show this many characters of a preview. A shorter one is padded, to hide the mail's text.
 */
const PREVIEW_LENGTH = 150;
const FILLER = '\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff';

type Frame = { preview: string; title: string; footer: string };

export function mailPage({ preview, title, footer }: Frame, blocks: readonly Html[]): string {
  const h1 = `margin:0 0 12px;font-size:24px;line-height:30px;color:${colors.ink}`;
  const card = html`class="card" style="${cardStyle}"`;
  const content = [
    boxHtml(html`class="gutter" style="padding:0 24px 10px"`, [wordmark, waves]),
    boxHtml(card, [html`<h1 class="ink" style="${h1}">${title}</h1>`, ...blocks]),
    boxHtml(
      html`class="gutter" style="padding:16px 24px 0"`,
      styledParagraph('soft', `${smallStyle};margin:0;${noMargins}`, footer),
    ),
  ];
  const { markup } = html`${[
    ...head,
    html`<title>${title}</title><style>${stylesheet}</style></head>`,
    html`<body class="canvas" style="margin:0"><!--$--><!--html--><!--head--><!--body-->`,
    html`<table border="0" width="100%" ${tableAttributes} role="presentation" align="center"><tbody><tr>`,
    html`<td style="margin:0">${hiddenHtml(preview.slice(0, PREVIEW_LENGTH))}`,
    boxHtml(html`class="canvas" style="${canvasStyle}"`, column(content)),
    html`</td></tr></tbody></table><!--/$--></body></html>`,
  ]}`;
  return markup.toWellFormed();
}

export type Content = Html | readonly Html[] | string;

export function styledParagraph(name: string, style: string, content: Content): Html {
  return html`<p class="${name}" style="${style}">${content}</p>`;
}

export function boxHtml(attributes: Html, content: Content): Html {
  const placing = html`align="center" width="100%" border="0" ${tableAttributes} role="presentation"`;
  return html`<table ${placing} ${attributes}><tbody><tr><td>${content}</td></tr></tbody></table>`;
}

/** Returns hidden text that inboxes show beside the subject. */
function hiddenHtml(preview: string): Html {
  const style = 'display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0';
  const rest = PREVIEW_LENGTH - preview.length;
  const filler = rest > 0 && html`<div>${FILLER.repeat(rest)}</div>`;
  return html`<div style="${style}" data-skip-in-text="true">${preview}${filler}</div>`;
}

function column(content: readonly Html[]): Html {
  const table = html`align="center" width="100%" border="0" ${tableAttributes} role="presentation"`;
  const row = html`<tbody><tr style="width:100%"><td>${content}</td></tr></tbody>`;
  return html`<table ${table} style="max-width:600px;width:100%">${row}</table>`;
}

const canvasStyle = `padding:24px 8px;background-color:${colors.canvas};font-family:${font}`;
const cardStyle = [
  `background-color:${colors.surface}`,
  `border:1px solid ${colors.line}`,
  `border-top:4px solid ${colors.copper}`,
  'border-radius:10px',
  'padding:28px 24px',
].join(';');

const wordmarkStyle = `font-weight:700;letter-spacing:-0.02em;color:${colors.brand}`;
const wordmark = styledParagraph(
  'wordmark',
  `font-size:22px;line-height:24px;margin:0;${wordmarkStyle};${noMargins}`,
  brand.name,
);

/** A guilloche like that of security paper. Mail programs without SVG omit it. */
const wavesLook = html`fill="none" stroke="${colors.copper}" stroke-width=".6" opacity=".45"`;
const wavesPlace = html`viewBox="0 13 160 46" preserveAspectRatio="none" aria-hidden="true"`;
const waveHtml = (d: string) => html`<path d="${d}" vector-effect="non-scaling-stroke"/>`;
const wavesSize = html`width="100%" height="22" style="display:block;margin-top:8px"`;
const waves = html`<svg class="waves" ${wavesSize} ${wavesPlace} ${wavesLook}>${guilloche.map(waveHtml)}</svg>`;

const head = [
  html`<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" `,
  html`"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">`,
  html`<html dir="ltr" lang="es-CL"><head>`,
  html`<meta content="text/html; charset=UTF-8" http-equiv="Content-Type"/>`,
  html`<meta name="viewport" content="width=device-width, initial-scale=1"/>`,
  html`<meta name="x-apple-disable-message-reformatting"/>`,
  html`<meta name="color-scheme" content="light dark"/>`,
  html`<meta name="supported-color-schemes" content="light dark"/>`,
  html`<meta name="format-detection" content="telephone=no,date=no,address=no"/>`,
];

const stylesheet = html`
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .gutter { padding-left: 16px !important; padding-right: 16px !important; }
  .card { padding: 22px 16px !important; }
  .label, .value { display: block !important; width: auto !important; }
  .label { padding-bottom: 0 !important; border-bottom: 0 !important; }
  .value { padding-top: 0 !important; }
}
@media (prefers-color-scheme: dark) {
  .canvas { background-color: ${brand.darkCanvas} !important; }
  .card { background-color: #122124 !important; border-color: #2b4044 !important; border-top-color: #eda274 !important; }
  .waves { stroke: #eda274 !important; opacity: .8 !important; }
  .tint { background-color: #14363c !important; }
  .ink { color: #e9f1f1 !important; }
  .soft { color: #a9bdbf !important; }
  .rule { border-color: #2b4044 !important; }
  .wordmark, .link { color: #84d3da !important; }
  .button { background-color: #84d3da !important; }
  .on-button { color: #052a31 !important; }
}`;
