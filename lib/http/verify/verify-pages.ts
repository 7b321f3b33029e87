import { guaranteeTypeCopy } from '#lib/domain/guarantees/copy.ts';
import { factRows, issuedLabels, sideCopy } from '#lib/domain/issued/copy.ts';
import { scanSigns } from '#lib/domain/issued/scan.ts';
import type { Verified } from '#lib/domain/issued/verified.ts';
import { codePath, groupedCode } from '#lib/domain/issued/view.ts';
import { sharePage } from '#lib/http/share/share-layout.ts';
import {
  notComparedBox,
  otherFile,
  sameBox,
  scannedFile,
  type Verdict,
  verdictBox,
  verdictOf,
} from '#lib/http/verify/verify-verdict.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { type Html, html } from '#lib/platform/web/html.ts';

type Compared = { fileName: string; result: 'same' | 'other' | 'scan' };
type Outcome = { compared?: Compared; problem?: string; status?: number };

export function verifiedPage(request: Request, found: Verified, outcome: Outcome = {}) {
  const { type, recordedBy, recordedAt, hasDocument } = found;
  const when = `${formatDateTime(Date.parse(recordedAt))}, hora de Chile`;
  const isOwn = recordedBy === 'company';
  const verdict = verdictOf(found);
  const { compared, problem } = outcome;
  const shown = problem ? 'problem' : (compared?.result ?? 'same');
  const own = html`<p class="title">Registrada por la propia empresa</p>`;
  // All are in the page, one of them shown: a script compares as well.
  const head = (result: Compared['result'], answer: Verdict) =>
    html`<div data-head="${result}" ${result === shown ? '' : html`hidden`}>${verdictBox(answer, isOwn ? own : undefined)}</div>`;
  const nameOf = (result: string) => (compared?.result === result ? compared.fileName : undefined);
  const titles = {
    same: verdict.title,
    other: otherFile(verdict).title,
    scan: scannedFile(verdict).title,
    problem: 'Error: no comparamos ningún archivo',
  };
  const content = html`
<div class="stack">
${problem && notComparedBox(verdict, problem)}<div class="stack" role="status">${head('same', verdict)}${hasDocument && html`${head('other', otherFile(verdict, nameOf('other')))}${head('scan', scannedFile(verdict, nameOf('scan')))}${sameBox(nameOf('same'))}`}</div>
<p class="soft">${isOwn ? `La registró el ${when}. Resguardo no revisó lo que dice.` : `La registró un asesor de Resguardo el ${when}.`}</p>
<div class="note stack"><p><strong>No reemplaza la confirmación del emisor.</strong> Aquí ves lo que se registró.</p>
${confirming(found)}</div>
<dl class="facts">${facts(found).map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
</div>
${hasDocument ? comparing(found, outcome) : html`<p class="soft">Este registro no tiene un documento con qué comparar el tuyo.</p>`}
<p><a href="/v">Verificar otro código</a></p>`;
  return sharePage(request, {
    title: `${titles[shown]} · ${guaranteeTypeCopy[type].label}, ${found.issuerNumber}`,
    content,
    status: outcome.status ?? 200,
    hasForm: true,
    unmarked: isOwn,
    ...(hasDocument && { script }),
  });
}

function facts(found: Verified) {
  const { holderName, holderRut } = found;
  return [
    ...factRows(found),
    { label: issuedLabels.holderName, value: `${holderName}, RUT ${holderRut}` },
    { label: 'Código', value: groupedCode(found.code) },
  ];
}

/** Another's page, that nothing here has read: it is told where it leads, and not where from. */
function confirming({
  issuerVerifyUrl: url,
  issuerName,
  issuerNumber,
  recordedBy,
}: Verified): Html {
  const tell = `dale el número ${issuerNumber}`;
  if (!url) {
    return html`<p>Antes de aceptarla, llama o escribe a ${issuerName} y ${tell}. Busca su contacto en su sitio oficial, no en el documento que te entregaron.</p>`;
  }
  const who = recordedBy === 'company' ? 'la propia empresa' : sideCopy.advisor;
  return html`<p>Antes de aceptarla, confírmala con ${issuerName}: ${tell}.</p>
<p>${issuedLabels.issuerVerifyUrl}, según ${who}: <a href="${url}" rel="noopener noreferrer nofollow">${new URL(url).host}</a>. Comprueba que sea su sitio.</p>`;
}

function comparing({ code }: Verified, { problem }: Outcome): Html {
  const { maxUploadBytes } = getEnv();
  return html`
<section class="stack narrow">
<h2>¿Es el mismo archivo?</h2>
<form class="stack" data-documents method="post" action="${codePath(code)}" enctype="multipart/form-data" novalidate data-compare="/api/verify/${code}/file">
<label for="file">Compara el que te enviaron</label>
${problem && html`<p class="error" id="problem">${problem}</p>`}
<div class="file-control">
<input class="control" id="file" name="file" type="file" required aria-describedby="${problem ? 'problem ' : ''}how" ${problem ? html`aria-invalid="true"` : ''}>
<p class="file-words" aria-hidden="true"><span>Elegir archivo</span> <span data-chosen>Sin archivo</span></p>
</div>
<p class="soft">El documento del emisor, no la hoja de entrega.</p>
<p class="soft" id="how">Lo recibimos, lo comparamos y no lo guardamos. Hasta ${Math.floor(maxUploadBytes / 1024 / 1024)} MB.</p>
<p><button class="btn btn-primary" type="submit">Comparar</button></p>
</form>
</section>`;
}

/** The file stays in the browser, where it can hash; else, and when that fails, the form is sent. */
const script = `const form = document.querySelector('[data-compare]');
const words = document.querySelector('[data-chosen]');
form.addEventListener('change', () => { words.textContent = form.elements.file.files[0]?.name ?? 'Sin archivo'; });
if (crypto.subtle) {
  document.getElementById('how').textContent = 'El archivo no sale de tu equipo.';
  const isScan = (bytes) => ${scanSigns.picture}.test(bytes) || (${scanSigns.pdf}.test(bytes) && ${scanSigns.image}.test(bytes) && !${scanSigns.text}.test(bytes));
  const results = document.querySelectorAll('[data-result]');
  const heads = document.querySelectorAll('[data-head]');
  const lead = (result) => heads.forEach((head) => { head.hidden = head.dataset.head !== result; });
  const clear = () => { lead('same'); results.forEach((result) => { result.hidden = true; }); };
  form.addEventListener('change', clear);
  form.addEventListener('submit', async (event) => {
    const [file] = form.elements.file.files;
    if (!file) return;
    event.preventDefault();
    clear();
    try {
      const bytes = await file.arrayBuffer();
      const hash = await crypto.subtle.digest('SHA-256', bytes);
      const sha256 = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
      const headers = { 'Content-Type': 'application/json' };
      const body = JSON.stringify({ sha256 });
      const calm = { redirect: 'error', signal: AbortSignal.timeout(20_000) };
      const reply = await fetch(form.dataset.compare, { method: 'POST', headers, body, ...calm });
      const { matches } = (await reply.json()).data;
      const isPicture = !matches && isScan(new TextDecoder('latin1').decode(bytes));
      const outcome = matches ? 'same' : isPicture ? 'scan' : 'other';
      lead(outcome);
      for (const result of results) {
        result.querySelector('strong').textContent = file.name;
        result.hidden = result.dataset.result !== outcome;
      }
      document.querySelector('[role=status]').scrollIntoView();
    } catch {
      HTMLFormElement.prototype.submit.call(form);
    }
  });
}`;

/** Where a code is typed; `problem`: the last one is wrong; `unknown`: nothing is recorded under it. */
export function codePage(
  request: Request,
  { typed = '', problem = '', status = 200, unknown = false } = {},
) {
  const title = 'Verifica una garantía';
  const refused = unknown ? nothingRecorded : null;
  const content = html`
${refused && html`<div role="alert">${verdictBox(refused)}</div>`}
<form class="stack narrow" method="get" action="/v" novalidate>
${refused ? html`<h2>Verifica otro código</h2>` : html`<h1>${title}</h1>`}
<p>Con el código de su hoja de entrega ves qué se registró, quién lo hizo y cuándo. No reemplaza la confirmación del emisor.</p>
<div class="stack">
<label for="codigo">Código</label>
${!refused && problem && html`<p class="error" id="problem" role="alert">${problem}</p>`}
<input class="control" id="codigo" name="codigo" value="${typed}" placeholder="ABCDE-FGHJK-MNPQR-STVWX" required maxlength="100" autocomplete="off" autocapitalize="characters" spellcheck="false" ${!refused && problem ? html`aria-invalid="true" aria-describedby="problem"` : ''}>
<p class="soft">20 letras y números, en cuatro grupos de cinco. No es el número de la póliza. Da igual si son mayúsculas, y si llevan guiones.</p>
</div>
<p><button class="btn btn-primary" type="submit">Verificar</button></p>
</form>`;
  return sharePage(request, {
    title: refused?.title ?? (problem ? `Error: ${title}` : title),
    content,
    status,
    hasForm: true,
  });
}

const nothingRecorded = {
  tone: 'bad',
  title: 'No existe un registro con este código',
  text: 'Revisa que esté completo, o pide el vigente a quien te lo dio: pudo cambiar o cerrarse. Sin registro, lo único que vale es lo que confirme el emisor.',
} as const;
