import { closedCopy, kindName, openingsText } from '#lib/domain/share-links/copy.ts';
import type { SharedDocument, ShareLink } from '#lib/domain/share-links/reads.ts';
import { openingsLeft } from '#lib/domain/share-links/rules.ts';
import { titleOf } from '#lib/domain/share-links/view.ts';
import { sharePage } from '#lib/http/share-layout.ts';
import { formatDateTime, formatDay, formatSize } from '#lib/platform/format.ts';
import { type Html, html } from '#lib/platform/html.ts';
import { isPreviewable } from '#lib/platform/storage/previewable.ts';

/** One document: what it is, its buttons, and itself where looking is not counted. */
export function documentPage(request: Request, link: ShareLink, document: SharedDocument) {
  const title = (link.isFolder ? null : link.label) ?? titleOf(document);
  const canShow = isPreviewable(document.contentType);
  const showsNow = canShow && link.maxOpenings === null;
  const facts: (readonly [string, string])[] = [
    ['Archivo', document.fileName],
    ['Tipo', kindName(document.contentType)],
    ['Tamaño', formatSize(document.size)],
    ...(document.expiresAt ? [['Vigente hasta', formatDay(document.expiresAt)] as const] : []),
    ['Disponible hasta', `${formatDateTime(link.expiresAt)}, hora de Chile`],
  ];
  const content = html`
<div class="stack">
${link.isFolder && html`<p><a href="?">Volver a todos los documentos</a></p>`}
${heading(link, title)}
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${openingsNote(link)}
<p class="actions"><a class="btn btn-primary" href="${fileHref('download', document, link)}">Descargar</a>
${canShow && !showsNow && html`<a class="btn btn-secondary" href="${fileHref('inline', document, link)}">Ver</a>`}</p>
</div>
${showsNow && preview(document, fileHref('inline', document, link))}`;
  return sharePage(request, { title, content });
}

/** Several: each to be seen or saved, or all of them as a ZIP. */
export function folderPage(request: Request, link: ShareLink) {
  const title = link.label ?? 'Documentos compartidos';
  const until = `${formatDateTime(link.expiresAt)}, hora de Chile`;
  const content = html`
<div class="stack">
${heading(link, title)}
<p class="soft">${link.documents.length === 1 ? 'Un documento' : `${link.documents.length} documentos`}, disponibles hasta el ${until}.</p>
${openingsNote(link)}
<p class="actions"><a class="btn btn-primary" href="?download=1">Descargar todo en un ZIP</a></p>
</div>
<ul class="files">${link.documents.map((document) => folderItem(document, link))}</ul>`;
  return sharePage(request, { title, content });
}

export function passwordPage(request: Request, { status = 200, problem = '' } = {}) {
  const title = 'Este enlace tiene contraseña';
  const { pathname, search } = new URL(request.url);
  const content = html`
<form class="stack narrow" method="post" action="${pathname}${search}">
<h1>${title}</h1>
<p class="soft">Pídesela a quien te envió el enlace.</p>
<div class="stack">
<label for="password">Contraseña</label>
${problem && html`<p class="error" id="problem" role="alert">${problem}</p>`}
<input class="control" id="password" name="password" type="password" autocomplete="off" required maxlength="128" autofocus ${problem ? html`aria-invalid="true" aria-describedby="problem"` : ''}>
</div>
<p><button class="btn btn-primary" type="submit">Abrir</button></p>
</form>`;
  return sharePage(request, { title, content, status, hasForm: true });
}

/** A link that gives nothing, for whatever reason. */
export function closedPage(
  request: Request,
  { code, status, message }: { code: string; status: number; message: string },
) {
  const { title, text = message } = closedCopy[code] ?? { title: 'No pudimos abrir el enlace' };
  const content = html`<div class="stack narrow"><h1>${title}</h1><p>${text}</p></div>`;
  return sharePage(request, { title, content, status });
}

function heading({ owner }: ShareLink, title: string): Html {
  return html`<h1>${title}</h1>${owner && html`<p class="soft">Compartido por ${owner}</p>`}`;
}

function openingsNote(link: ShareLink): Html | null {
  const text = openingsText(openingsLeft(link));
  return text === null ? null : html`<p class="note">${text}</p>`;
}

function folderItem(document: SharedDocument, link: ShareLink): Html {
  const { fileName, contentType, size, expiresAt } = document;
  const until = expiresAt ? ` · vigente hasta el ${formatDay(expiresAt)}` : '';
  const about = `${fileName} · ${kindName(contentType)} · ${formatSize(size)}${until}`;
  const seen = html`<a class="btn btn-secondary btn-compact" href="?document=${document.fileId}" aria-label="Ver ${fileName}">Ver</a>`;
  return html`<li><div class="about"><strong>${titleOf(document)}</strong><br><span class="soft">${about}</span></div>
<div class="actions">${isPreviewable(contentType) && seen}
<a class="btn btn-secondary btn-compact" href="${fileHref('download', document, link)}" aria-label="Descargar ${fileName}">Descargar</a></div></li>`;
}

function fileHref(way: 'download' | 'inline', document: SharedDocument, link: ShareLink): string {
  return link.isFolder ? `?${way}=1&document=${document.fileId}` : `?${way}=1`;
}

function preview({ contentType, fileName }: SharedDocument, href: string): Html {
  return contentType.startsWith('image/')
    ? html`<img class="preview" src="${href}" alt="Vista previa de ${fileName}">`
    : html`<iframe class="preview" src="${href}" title="Vista previa de ${fileName}"></iframe>`;
}
