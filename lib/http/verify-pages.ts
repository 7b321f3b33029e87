import { guaranteeTypeCopy } from '#lib/domain/guarantees/copy.ts';
import { factRows, issuedLabels, sideCopy, standingCopy } from '#lib/domain/issued/copy.ts';
import type { Verified } from '#lib/domain/issued/verified.ts';
import { codePath, groupedCode } from '#lib/domain/issued/view.ts';
import { sharePage } from '#lib/http/share-layout.ts';
import { getEnv } from '#lib/platform/env.ts';
import { formatDate, formatDateTime } from '#lib/platform/format.ts';
import { type Html, html } from '#lib/platform/html.ts';

type Compared = { fileName: string; matches: boolean };
type Outcome = { compared?: Compared; problem?: string; status?: number };

/** What was recorded, by whom and when; a file can be held against it. */
export function verifiedPage(request: Request, found: Verified, outcome: Outcome = {}) {
  const { type, recordedBy, recordedAt, issuerName, hasDocument } = found;
  const title = guaranteeTypeCopy[type].label;
  const when = `${formatDateTime(Date.parse(recordedAt))}, hora de Chile`;
  const isOwn = recordedBy === 'company';
  const content = html`
<div class="stack">
<h1>${title}</h1>
${isOwn && html`<p class="title">Registrada por la propia empresa</p>`}
<p class="soft">${isOwn ? `El ${when}. Resguardo no revisó lo que dice.` : `La registró un asesor de Resguardo el ${when}.`}</p>
<div class="note stack"><p><strong>No reemplaza la confirmación del emisor.</strong> Aquí ves lo que se registró. Antes de aceptarla, confírmala con ${issuerName}.</p>
${issuerAddress(found)}</div>
${stateNote(found)}
<dl class="facts">${facts(found).map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
</div>
${hasDocument ? comparing(found, outcome) : html`<p class="soft">Este registro no tiene un documento con qué comparar el tuyo.</p>`}
<p><a href="/v">Verificar otro código</a></p>`;
  return sharePage(request, {
    title: `${title}, ${found.issuerNumber}`,
    content,
    status: outcome.status ?? 200,
    hasForm: true,
    unmarked: isOwn,
    ...(hasDocument && { script }),
  });
}

function facts(found: Verified) {
  const { holderName, holderRut, stateBy } = found;
  const said = stateBy ? `, según ${stateBy === 'company' ? 'la empresa' : sideCopy.advisor}` : '';
  return [
    { label: 'Estado', value: `${standing(found)}${said}` },
    ...factRows(found).slice(1),
    { label: issuedLabels.holderName, value: `${holderName}, RUT ${holderRut}` },
    { label: 'Código', value: groupedCode(found.code) },
  ];
}

function standing({ state, isAhead, validFrom, validTo }: Verified): string {
  if (isAhead) return `Empieza el ${formatDate(validFrom)}`;
  if (state === 'por_vencer') return `Vigente, vence el ${formatDate(validTo)}`;
  const { label } = standingCopy[state];
  return state === 'prorrogada' ? `${label}, su último día es el ${formatDate(validTo)}` : label;
}

/** Another's page, that nothing here has read: it is told where it leads, and not where from. */
function issuerAddress({ issuerVerifyUrl: url, recordedBy }: Verified): Html | null {
  if (!url) return null;
  const who = recordedBy === 'company' ? 'la propia empresa' : sideCopy.advisor;
  return html`<p>${issuedLabels.issuerVerifyUrl}, según ${who}: <a href="${url}" rel="noopener noreferrer nofollow">${new URL(url).host}</a>. Comprueba que sea su sitio.</p>`;
}

function stateNote({ state, successorCode }: Verified): Html | null {
  if (state !== 'prorrogada') return null;
  const other = successorCode
    ? html`<a href="/v/${successorCode}">${successorCode}</a>`
    : 'pídelo a quien te la entregó';
  return html`<p class="note">Otra garantía la reemplazó. Su código: ${other}.</p>`;
}

function comparing({ code }: Verified, { compared, problem }: Outcome): Html {
  const { maxUploadBytes } = getEnv();
  return html`
<section class="stack narrow">
<h2>¿Es el mismo archivo?</h2>
<form class="stack" method="post" action="${codePath(code)}" enctype="multipart/form-data" data-compare="/api/verify/${code}/file">
<label for="file">Compara el que te enviaron</label>
${problem && html`<p class="error" id="problem" role="alert">${problem}</p>`}
<input class="control" id="file" name="file" type="file" required aria-describedby="${problem ? 'problem ' : ''}how" ${problem ? html`aria-invalid="true"` : ''}>
<p class="soft" id="how">Lo recibimos, lo comparamos y no lo guardamos. Hasta ${Math.floor(maxUploadBytes / 1024 / 1024)} MB.</p>
<p><button class="btn btn-primary" type="submit">Comparar</button></p>
</form>
<div class="stack" role="status">${result(true, compared)}${result(false, compared)}</div>
</section>`;
}

function result(matches: boolean, compared: Compared | undefined): Html {
  const isShown = compared?.matches === matches;
  const says = matches
    ? 'es igual al que se registró, byte por byte.'
    : 'es distinto del que se registró. Un escaneo o una foto también lo son: pide el archivo original y confirma con el emisor.';
  return html`<p class="${matches ? 'note good' : 'error'}" data-result="${String(matches)}" ${isShown ? '' : html`hidden`}><strong>${compared?.fileName}</strong> ${says}</p>`;
}

/** The file stays in the browser, where it can hash; else, and when that fails, the form is sent. */
const script = `const form = document.querySelector('[data-compare]');
if (crypto.subtle) {
  document.getElementById('how').textContent = 'El archivo no sale de tu equipo.';
  const results = document.querySelectorAll('[data-result]');
  const clear = () => results.forEach((result) => { result.hidden = true; });
  form.addEventListener('change', clear);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const [file] = form.elements.file.files;
    clear();
    try {
      const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
      const sha256 = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
      const headers = { 'Content-Type': 'application/json' };
      const body = JSON.stringify({ sha256 });
      const calm = { redirect: 'error', signal: AbortSignal.timeout(20_000) };
      const reply = await fetch(form.dataset.compare, { method: 'POST', headers, body, ...calm });
      const { matches } = (await reply.json()).data;
      for (const result of results) {
        result.firstChild.textContent = file.name;
        result.hidden = result.dataset.result !== String(matches);
      }
    } catch {
      form.submit();
    }
  });
}`;

/** Where a code is typed; `problem`: what is wrong with the one that was. */
export function codePage(request: Request, { typed = '', problem = '', status = 200 } = {}) {
  const title = 'Verifica una garantía';
  const content = html`
<form class="stack narrow" method="get" action="/v">
<h1>${title}</h1>
<p>Con el código de su hoja de entrega ves qué se registró, quién lo hizo y cuándo. No reemplaza la confirmación del emisor.</p>
<div class="stack">
<label for="codigo">Código</label>
${problem && html`<p class="error" id="problem" role="alert">${problem}</p>`}
<input class="control" id="codigo" name="codigo" value="${typed}" placeholder="ABCDE-FGHJK-MNPQR-STVWX" required maxlength="100" autocomplete="off" autocapitalize="characters" spellcheck="false" ${problem ? html`aria-invalid="true" aria-describedby="problem"` : ''}>
<p class="soft">20 letras y números. Da igual si son mayúsculas, y si llevan guiones.</p>
</div>
<p><button class="btn btn-primary" type="submit">Verificar</button></p>
</form>`;
  return sharePage(request, {
    title: problem ? `Error: ${title}` : title,
    content,
    status,
    hasForm: true,
  });
}
