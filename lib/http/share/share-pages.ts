import { aboutOf, kindName, titleOf, validityOf } from '#lib/domain/documents/view.ts';
import type { Proof } from '#lib/domain/share-links/access.ts';
import { type Cost, closedCopy, endText, openingsText } from '#lib/domain/share-links/copy.ts';
import type { SharedDocument, ShareLink } from '#lib/domain/share-links/reads.ts';
import { isRecent, openingsLeft, stateOf } from '#lib/domain/share-links/rules.ts';
import { sharePage } from '#lib/http/share/share-layout.ts';
import { formatDate, formatDateTime, formatSize, maskedEmail } from '#lib/platform/chile/format.ts';
import { isPreviewable } from '#lib/platform/storage/judging/accepted.ts';
import { type Html, html } from '#lib/platform/web/html.ts';

/** The visitor of a link, the time, and a file's cost: its owner's openings do not count. */
export type Look = { link: ShareLink; now: number; costs: Cost };

/** One document: what it is, its buttons and those beside it, and itself where looking is not counted. */
export function documentPage(request: Request, look: Look, document: SharedDocument) {
  const { link, now } = look;
  const title = (link.isFolder ? null : link.label) ?? titleOf(document);
  const canShow = isPreviewable(document.contentType);
  const isCounted = costsOne(look);
  const showsNow = canShow && !isCounted;
  const valid = validityOf(document, now);
  const facts = [
    ['Archivo', document.fileName],
    ['Tipo', kindName(document.contentType)],
    ['Tamaño', formatSize(document.size)],
    ...(document.issuedAt ? [['Fecha del documento', formatDate(document.issuedAt)]] : []),
    ['Disponible hasta', `${formatDateTime(link.expiresAt)}, hora de Chile`],
  ];
  const cost = isCounted ? ' (usa una apertura)' : '';
  const content = html`
<div class="${showsNow ? 'viewer' : 'stack'}"><div class="stack">
${heading(look, title)}
<p class="actions">${canShow && html`<a class="btn btn-primary btn-compact" href="${fileHref('inline', document, link)}">${showsNow ? 'Abrir' : `Ver${cost}`}</a>`}
<a class="btn ${canShow ? 'btn-secondary' : 'btn-primary'} btn-compact" href="${fileHref('download', document, link)}">Descargar${cost}</a></p>
${!canShow && html`<p class="soft">Este tipo de archivo no se ve en el navegador: descárgalo para abrirlo.</p>`}
</div>
${showsNow && preview(document, fileHref('inline', document, link))}
<div class="stack">
${valid && html`<p${markOf(valid.isOver)}>${valid.label} ${valid.day}</p>`}
${!link.isFolder && noteOf(look)}
${openingsOf(look)}
<details><summary>Detalles del documento</summary><dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></details>
${link.isFolder && neighbours(document, link)}
</div>
</div>`;
  return sharePage(request, { title, content });
}

export function folderPage(request: Request, look: Look) {
  const { link } = look;
  const title = link.label ?? 'Documentos compartidos';
  const count = link.documents.length;
  const content = html`
<div class="stack">
${heading(look, title, count === 1 ? 'Un documento' : `${count} documentos`)}
${noteOf(look)}
${openingsOf(look)}
<p class="actions"><a class="btn btn-primary btn-compact" href="?download=1">Todo en un ZIP</a>
<a class="btn btn-secondary btn-compact" href="?download=1&as=pdf">PDF con índice</a></p>
</div>
<ul class="files">${link.documents.map((document) => folderItem(document, look))}</ul>`;
  return sharePage(request, { title, content });
}

export function gatePage(
  request: Request,
  { owner, email }: ShareLink,
  { asks, isSent = false, problem = '', status = 200 }: Gate,
) {
  const { pathname, search } = new URL(request.url);
  const isFirst = asks === 'code' && !isSent && problem === '';
  const { label, kind, ...gate } = gates[asks];
  const title = isFirst ? 'Confirma que es para ti' : gate.title;
  const help = isFirst
    ? `Este enlace es solo para quien lo recibió. Te enviamos un código a ${maskedEmail(email)} y lo escribes aquí.`
    : gate.help(email);
  const content = html`
<form class="stack narrow" method="post" action="${pathname}${search}">
<h1>${title}</h1>
${owner && html`<p>Te lo comparte <strong>${owner}</strong>.</p>`}
<p class="soft">${help}</p>
${
  !isFirst &&
  html`<div class="stack">
<label for="${asks}">${label}</label>
${problem && html`<p class="error" id="problem" role="alert">${problem}</p>`}
<input class="control" id="${asks}" name="${asks}" ${kind} required autofocus ${problem ? html`aria-invalid="true" aria-describedby="problem"` : ''}>
</div>`
}
<p class="actions">${!isFirst && html`<button class="btn btn-primary" type="submit">Abrir</button>`}
${asks === 'code' && html`<button class="btn ${isFirst ? 'btn-primary' : 'btn-secondary'}" type="submit" name="send" value="1" formnovalidate>${isFirst ? 'Enviarme el código' : 'Enviar otra vez'}</button>`}</p>
</form>`;
  return sharePage(request, { title, content, status, hasForm: true });
}

const gates = {
  password: {
    title: 'Este enlace tiene contraseña',
    help: () => 'Pídesela a quien te envió el enlace.',
    label: 'Contraseña',
    kind: html`type="password" autocomplete="off" maxlength="128"`,
  },
  code: {
    title: 'Escribe el código que te enviamos',
    help: (email: string | null) =>
      `Va a ${maskedEmail(email)}. Si no llega en un minuto, mira el correo no deseado.`,
    label: 'Código',
    kind: html`autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" maxlength="20"`,
  },
};

type Gate = { asks: Proof; isSent?: boolean; problem?: string; status?: number };

export function closedPage(
  request: Request,
  { code, status, message }: { code: string; status: number; message: string },
  of?: { link: ShareLink; now: number },
) {
  const { title, text = message } = closedCopy[code] ?? { title: 'No pudimos abrir el enlace' };
  const why = of && endText(stateOf(of.link, of.link.documents.length, of.now), of.link.expiresAt);
  const content = html`<div class="stack narrow"><h1>${title}</h1><p>${why ?? text}</p>${of && askAgain(request, of)}</div>`;
  return sharePage(request, { title, content, status, hasForm: of !== undefined });
}

/** Of a link that ended. */
function askAgain(request: Request, { link, now }: { link: ShareLink; now: number }): Html {
  const { pathname } = new URL(request.url);
  const whose = link.owner && html`<p>Te lo compartió <strong>${link.owner}</strong>.</p>`;
  return html`${whose}
${
  isRecent(link.askedAt, now)
    ? html`<p class="note">Ya le avisamos que pides uno nuevo.</p>`
    : html`<form class="stack" method="post" action="${pathname}"><p class="actions"><button class="btn btn-primary" type="submit" name="ask" value="1">Pedir un enlace nuevo</button></p>
<p class="soft">Le avisamos por correo y te lo envía si quiere.</p></form>`
}`;
}

/** The owner and the end in a line: the documents are to be seen at once. */
function heading({ link }: Look, title: string, count?: string): Html {
  const whose = [count, link.owner && `${count ? 'de' : 'De'} ${link.owner}`]
    .filter(Boolean)
    .join(' ');
  const until = html`<span class="whole">${formatDateTime(link.expiresAt)}</span>`;
  return html`<h1>${title}</h1><p class="soft until">${whose ? `${whose}, hasta` : 'Hasta'} el ${until}</p>`;
}

function noteOf({ link: { note } }: Look): Html | null {
  return note === null
    ? null
    : html`<blockquote class="note"><strong>Nota para ti:</strong> ${note}</blockquote>`;
}

function openingsOf({ link, costs }: Look): Html | null {
  const openings = openingsText(openingsLeft(link), costs);
  return openings === null ? null : html`<p class="note">${openings}</p>`;
}

function costsOne({ link, costs }: Look): boolean {
  return link.maxOpenings !== null && (costs === 'file' || costs === 'visit');
}

function folderItem(document: SharedDocument, look: Look): Html {
  const { link, now } = look;
  const { fileName, contentType } = document;
  const valid = validityOf(document, now);
  const view = (href: string, where = '') =>
    html`<a class="btn btn-secondary btn-compact ${where}" href="${href}" aria-label="Ver ${fileName}">Ver</a>`;
  const within = `?document=${document.fileId}`;
  const seen = costsOne(look)
    ? view(within)
    : html`${view(within, 'within')}${view(fileHref('inline', document, link), 'apart')}`;
  return html`<li><div class="about"><strong>${titleOf(document)}</strong><br><span class="soft">${aboutOf(document)}</span>${valid && html`<br><span${markOf(valid.isOver)}>${valid.label} ${valid.day}</span>`}</div>
<div class="actions">${isPreviewable(contentType) && seen}
<a class="btn btn-secondary btn-compact" href="${fileHref('download', document, link)}" aria-label="Descargar ${fileName}">Descargar</a></div></li>`;
}

function neighbours(document: SharedDocument, { documents }: ShareLink): Html {
  const at = documents.indexOf(document);
  const beside = (one: SharedDocument | undefined, rel: 'prev' | 'next', name: string) =>
    one &&
    html`<a class="btn btn-secondary btn-compact" rel="${rel}" href="?document=${one.fileId}" aria-label="${name}: ${titleOf(one)}">${name}</a>`;
  return html`<nav class="actions beside" aria-label="Documentos"><a href="?">Todos</a>${beside(documents[at - 1], 'prev', 'Anterior')}<span class="soft">${at + 1} de ${documents.length}</span>${beside(documents[at + 1], 'next', 'Siguiente')}</nav>`;
}

function markOf(isOver = false): Html | null {
  return isOver ? html` class="error"` : null;
}

function fileHref(way: 'download' | 'inline', document: SharedDocument, link: ShareLink): string {
  return link.isFolder ? `?${way}=1&document=${document.fileId}` : `?${way}=1`;
}

function preview({ contentType, fileName }: SharedDocument, href: string): Html {
  return contentType.startsWith('image/')
    ? html`<img class="preview" src="${href}" alt="Vista previa de ${fileName}">`
    : html`<iframe class="preview" src="${href}" loading="lazy" title="Vista previa de ${fileName}"></iframe>`;
}
