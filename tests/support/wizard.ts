import { findKeptKey } from '#lib/domain/drafts/browser.ts';
import { type Draft, findDraft, idOfKey, keyOfToken } from '#lib/domain/drafts/reads.ts';
import { listOpenQuestions } from '#lib/domain/drafts/review-questions.ts';
import { emptyAnswers, pathOf } from '#lib/domain/drafts/rules.ts';
import { steps } from '#lib/domain/drafts/steps.ts';
import { findDraftTender } from '#lib/domain/drafts/tender.ts';
import { keyOfQuestions } from '#lib/domain/drafts/view.ts';
import { guaranteeItem, submissionBody } from '#lib/domain/requests/submissions/schema.ts';
import { type UploadKind, uploadKinds } from '#lib/domain/uploads/schema.ts';
import { browserOf } from '#lib/http/api/cookies.ts';
import { exampleOf } from '#lib/http/openapi/examples.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { now } from '#lib/platform/process/clock.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { signedToken } from '#lib/platform/security/secrets.ts';
import { type CallOptions, cookiesOf } from '#tests/support/call.ts';
import { postForm } from '#tests/support/post-form.ts';
import { queuedDeliveries } from '#tests/support/submissions.ts';

export const WIZARD = '/gestiona-tu-garantia';
type Form = Record<string, string>;

/** A person whose browser runs no JavaScript: it has native forms and keeps cookies. */
export function newVisitor(options: Pick<CallOptions, 'ip' | 'headers'> = {}) {
  const cookies: Record<string, string> = {};
  /** Id of the draft of the page that this person sees. */
  let shown: string | undefined;

  function keyOfShown() {
    const header = Object.entries(cookies).map((pair) => pair.join('='));
    return findKeptKey({ browser: browserOf(header.join('; ')) }, shown);
  }

  /** Keeps the cookies of an answer, and sees the draft of the URL that follows. */
  function see(response: Response): URL {
    for (const [name, value] of Object.entries(cookiesOf(response))) {
      if (value) cookies[name] = value;
      else delete cookies[name];
      if (value && name.startsWith('borrador-')) shown = idOfKey(keyOfToken(value) ?? '');
    }
    const next = new URL(response.headers.get('location') ?? '', 'http://localhost');
    const named = next.searchParams.get('borrador');
    shown = named ?? shown;
    if (named && !keyOfShown()) throw new Error(`${next.pathname} names a draft that was not kept`);
    return next;
  }

  /** Posts and returns where the page sends the person, without the draft, which is checked. */
  async function go(path: string, more: CallOptions): Promise<string> {
    const query = shown ? `?borrador=${shown}` : '';
    const response = await postForm(`${WIZARD}${path}${query}`, { ...options, cookies, ...more });
    const next = see(response);
    if (response.status !== 303 || (await response.text()) !== '') {
      throw new Error(`a form was answered with ${response.status}`);
    }
    return withoutDraft(next.href);
  }

  const draft = async (): Promise<Draft | null> => {
    const key = keyOfShown();
    return key ? findDraft(getDb().read, key, now()) : null;
  };

  return {
    cookies,
    see,
    post: go,
    /** Opens the page of a draft, or without an id one that names none. */
    open: (id?: string) => {
      shown = id;
    },
    /** Returns the query of the page that this person sees. */
    query: (): Form => (shown ? { borrador: shown } : {}),
    save: (paso: string, form: Form, more: CallOptions = {}) =>
      go(`/${paso}/guardar`, { form, ...more }),
    /** Posts multipart, like the page of the files without JavaScript. */
    attach: (
      kind: UploadKind,
      {
        subido = '',
        quitar = '',
        carpeta = '',
        guardar = false,
      }: Partial<Record<'subido' | 'quitar' | 'carpeta', string>> & { guardar?: boolean },
      file?: File,
      more: CallOptions & { other?: File } = {},
    ) => {
      const { other, ...options } = more;
      const body = new FormData();
      body.set(`subido-${kind}`, subido);
      if (carpeta) body.set(`carpeta-${kind}`, carpeta);
      if (guardar) body.set('guardar', '');
      if (quitar) body.set('quitar', kind);
      // A browser sends an empty file field too.
      for (const uploadKind of uploadKinds) {
        body.set(uploadKind, (uploadKind === kind ? file : other) ?? new File([], ''));
      }
      return go('/documentos/archivos', { body, ...options });
    },
    remove: (g: string) => go('/quitar', { form: { g } }),
    /** Presses the button of the review, under the questions that its page shows. */
    send: async (form: Form = { acepto: 'true' }, more: CallOptions = {}) => {
      const { answers } = (await draft()) ?? {};
      const known = { tender: answers ? await findDraftTender(answers) : null, uf: getEnv().uf };
      const preguntas = answers ? keyOfQuestions(listOpenQuestions(answers, known)) : '';
      return go('/enviar', { form: { preguntas, ...form }, ...more });
    },
    mailLink: (email: string) => go('/continuar-despues/enviar', { form: { email } }),
    /** Presses the button of this page view, or of the view that `equipo` names. */
    resume: (token: string, equipo = randomId()) =>
      go(`/retomar/${token}/abrir`, { form: { equipo } }),
    /** Returns this browser's stored draft. */
    draft,
  };
}
export type Visitor = ReturnType<typeof newVisitor>;

/** Texts in the way that people type them. The API's examples have the stored form. */
const typed: Form = {
  rutEmpresaOferente: '761234560',
  fechaInicioContrato: '15-12-2026',
  montoGarantia: '1.500.000',
  vigenciaHasta: '01-03-2027',
  glosaGarantia: 'Para garantizar la oferta\r\nde la licitación',
};

const examples = Object.assign({}, ...[...submissionBody.options, guaranteeItem].map(exampleOf));

/** Returns the input on each page up to the files, in order, by the examples of the API. */
function answersOf(sistemaLicitacion: 'chilecompra' | 'privados'): Record<string, Form> {
  const path = pathOf({
    ...emptyAnswers(),
    values: { sistemaLicitacion },
    garantias: [{ id: 'g' }],
  });
  const pages = path.slice(
    0,
    path.findIndex(({ step }) => step === 'documentos'),
  );
  const input: Form = { ...typed, sistemaLicitacion };
  return Object.fromEntries(
    pages.map(({ step }) => [
      step,
      Object.fromEntries(
        steps[step].fields.map(({ name }) => [name, input[name] ?? `${examples[name]}`]),
      ),
    ]),
  );
}

export const publicAnswers = answersOf('chilecompra');
export const privateAnswers = answersOf('privados');

/** Returns the input on a page of either path. */
export const answersTo = (step: string): Form => publicAnswers[step] ?? privateAnswers[step] ?? {};

/** Returns the path and query of a URL without the draft that it names. */
export function withoutDraft(location: string): string {
  const url = new URL(location, 'http://localhost');
  url.searchParams.delete('borrador');
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Parses `/gestiona-tu-garantia/<paso>?g=<id>`. */
export function wizardPageAt(location: string): { step: string; g: string | undefined } {
  const url = new URL(location, 'http://localhost');
  return {
    step: url.pathname.slice(WIZARD.length + 1),
    g: url.searchParams.get('g') ?? undefined,
  };
}

/**
 * Follows the wizard from where it sends us, answering each page, until a page without an answer
 * here (or a page of `until`). Returns the steps that were seen and where it ended.
 */
export async function followWizard(who: Visitor, answers: Record<string, Form>, from = 'tipo') {
  const seen: string[] = [];
  let page: ReturnType<typeof wizardPageAt> = { step: from, g: undefined };
  for (let count = 0; count < 40; count++) {
    const form = answers[page.step];
    if (!form) break;
    seen.push(page.step);
    const next = await who.save(page.step, { ...form, ...(page.g ? { g: page.g } : {}) });
    page = wizardPageAt(next);
    // A term that the page doubts is confirmed by sending it again.
    const mayConfirm = page.step === 'garantia-vigencia' && seen.at(-2) !== page.step;
    if (page.step === seen.at(-1) && !mayConfirm) throw new Error(`${page.step} was refused`);
  }
  return { seen, lastStep: page.step };
}

/** Makes a person who has answered the first page. */
export async function startedVisitor(options?: Parameters<typeof newVisitor>[0]): Promise<Visitor> {
  const who = newVisitor(options);
  await who.save('tipo', answersTo('tipo'));
  return who;
}

/** Makes a person at the review page, without files. */
export async function reachReview(answers = publicAnswers, who = newVisitor()): Promise<Visitor> {
  await followWizard(who, answers);
  const at = await who.attach('contrato', {});
  if (at !== `${WIZARD}/revisar`) throw new Error(`ended at ${at}`);
  return who;
}

/** Makes a person at the page `step` of either path, with the things that its form is about. */
export async function reachStep(step: string) {
  const who = newVisitor();
  const answers = step in publicAnswers ? publicAnswers : privateAnswers;
  const before = Object.entries(answers).slice(0, Object.keys(answers).indexOf(step));
  await followWizard(who, Object.fromEntries(before));
  const [item] = await itemsOf(who);
  return { who, about: (item ? { g: item.id } : {}) as Record<string, string> };
}

/** Makes a person who has answered the page of this tender, despite any doubt about its id. */
export async function reachTender(idLicitacion = '4809-45-LE26'): Promise<Visitor> {
  const who = newVisitor();
  const { tipo = {}, contacto = {} } = publicAnswers;
  await followWizard(who, { tipo, contacto });
  const again = await who.save('licitacion', { idLicitacion });
  if (again.includes('aviso=revisa')) await who.save('licitacion', { idLicitacion });
  return who;
}
export const valuesOf = async (who: Visitor) => (await who.draft())?.answers.values ?? {};
export const itemsOf = async (who: Visitor) => (await who.draft())?.answers.garantias ?? [];
export const errorsOf = async (who: Visitor) => (await who.draft())?.attempt?.errors;

/** Buyer of the tender of `reachTender`, with the values of the next page. */
export const tenderBuyer = {
  institucion: 'Ministerio de Obras Públicas Dirección Gral de OO PP DCYF',
  rutInstitucion: '61202000-0',
};

/** Returns the tender of the person's draft, as far as pages know it. */
export async function tenderOf(who: Visitor) {
  const draft = await who.draft();
  return draft && findDraftTender(draft.answers);
}

/** Requests the mail to resume, and returns the token in the last one queued. */
export async function resumeTokenFor(who: Visitor, email = 'ana@constructora.cl'): Promise<string> {
  const requested = await who.mailLink(email);
  if (!requested.endsWith('?enviado=1')) throw new Error(`the link was answered with ${requested}`);
  const last = (await queuedDeliveries()).at(-1);
  return signedToken('resume', String(last?.payload.linkId));
}
