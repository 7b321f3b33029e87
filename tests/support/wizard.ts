import { POST as attach } from '#app/gestiona-tu-garantia/[paso]/archivo/route.ts';
import { POST as save } from '#app/gestiona-tu-garantia/[paso]/guardar/route.ts';
import { POST as mailLink } from '#app/gestiona-tu-garantia/continuar-despues/enviar/route.ts';
import { POST as startOver } from '#app/gestiona-tu-garantia/empezar/route.ts';
import { POST as send } from '#app/gestiona-tu-garantia/enviar/route.ts';
import { POST as remove } from '#app/gestiona-tu-garantia/quitar/route.ts';
import { POST as resume } from '#app/gestiona-tu-garantia/retomar/[token]/abrir/route.ts';
import { findDraft } from '#lib/domain/drafts/reads.ts';
import { now } from '#lib/platform/clock.ts';
import { randomId } from '#lib/platform/ids.ts';
import { type CallOptions, call, cookiesOf } from '#tests/support/call.ts';

export const WIZARD = '/gestiona-tu-garantia';
type Form = Record<string, string>;

/** A person with a browser without JavaScript: native forms, cookies kept, nothing else. */
export function visitor(options: Pick<CallOptions, 'address' | 'headers'> = {}) {
  const cookies: Record<string, string> = {};

  /** Posts and returns where the page sends the person. */
  async function go(
    handler: Parameters<typeof call>[0],
    path: string,
    more: CallOptions,
  ): Promise<string> {
    const response = await call(handler, `${WIZARD}${path}`, { ...options, cookies, ...more });
    for (const [name, value] of Object.entries(cookiesOf(response))) {
      if (value) cookies[name] = value;
      else delete cookies[name];
    }
    if (response.status !== 303 || (await response.text()) !== '') {
      throw new Error(`a form was answered with ${response.status}`);
    }
    return response.headers.get('location') ?? '';
  }

  return {
    cookies,
    save: (paso: string, form: Form, more: CallOptions = {}) =>
      go(save, `/${paso}/guardar`, { form, params: { paso }, ...more }),
    /** A multipart post, as the attachment pages send it without JavaScript. */
    attach: (
      paso: string,
      parts: Form & { archivo?: never },
      file?: File,
      more: CallOptions = {},
    ) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(parts)) body.set(name, value);
      // A browser sends the empty file field too.
      body.set('archivo', file ?? new File([], ''));
      return go(attach, `/${paso}/archivo`, { method: 'POST', body, params: { paso }, ...more });
    },
    remove: (g: string) => go(remove, '/quitar', { form: { g } }),
    send: (form: Form = { acepto: 'true' }, more: CallOptions = {}) =>
      go(send, '/enviar', { form, ...more }),
    startOver: () => go(startOver, '/empezar', { form: {} }),
    mailLink: (email: string) => go(mailLink, '/continuar-despues/enviar', { form: { email } }),
    /** Presses the button of a page view of its own, unless `equipo` says which. */
    resume: (token: string, equipo = randomId()) =>
      go(resume, `/retomar/${token}/abrir`, { form: { equipo }, params: { token } }),
    /** What the server holds for this browser. */
    draft: () => findDraft(cookies.borrador, now()),
  };
}
export type Visitor = ReturnType<typeof visitor>;

const guarantee: Record<string, Form> = {
  'garantia-tipo': { tipoGarantia: 'seriedad' },
  'garantia-monto': { montoGarantia: '1.500.000,50', monedaGarantia: 'pesos' },
  'garantia-vigencia': {
    vigenciaDesde: '2026-12-01',
    vigenciaHasta: '01-03-2027',
    glosaGarantia: 'Para garantizar la oferta\r\nde la licitación',
  },
};

const contacto = {
  nombreSolicitante: 'Ana Muñoz',
  email: 'ana@constructora.cl',
  telefonoSolicitante: '+56 9 1234 5678',
};

/** What is typed on each page, in the order in which the pages come. */
export const publicAnswers: Record<string, Form> = {
  tipo: { sistemaLicitacion: 'chilecompra' },
  contacto,
  licitacion: { idLicitacion: '4809-45-LE26' },
  institucion: {
    institucion: 'Municipalidad de Ejemplo',
    rutInstitucion: '69.265.000-K',
    razonSocial: 'I. Municipalidad de Ejemplo',
  },
  empresa: { nombreEmpresaOferente: 'Constructora Andes SpA', rutEmpresaOferente: '761234560' },
  direccion: {
    direccionEmpresaOferente: 'Av. Providencia 1234',
    regionEmpresaOferente: 'Región Metropolitana de Santiago',
    comunaEmpresaOferente: 'Providencia',
  },
  ...guarantee,
  garantias: {},
};

export const privateAnswers: Record<string, Form> = {
  tipo: { sistemaLicitacion: 'privados' },
  contacto,
  'empresa-contratista': {
    nombreEmpresaContratista: 'Montajes del Sur Ltda.',
    rutEmpresaContratista: '76.123.456-0',
  },
  'direccion-contratista': {
    direccionEmpresaContratista: 'Los Carrera 100',
    regionEmpresaContratista: 'Región del Biobío',
    comunaEmpresaContratista: 'Concepción',
  },
  'contacto-contratista': {
    nombreContactoContratista: 'Luisa Rojas',
    telefonoContratista: '41 222 3344',
    emailContratista: 'luisa@montajes.cl',
  },
  mandante: { razonSocialMandante: 'Minera Norte S.A.', rutMandantePrivados: '96.000.001-3' },
  'contacto-mandante': {
    nombreContactoMandante: 'Jorge Díaz',
    telefonoMandante: '+56 55 244 5566',
    emailMandante: 'jorge@mineranorte.cl',
  },
  fechas: { fechaInicioContrato: '15-12-2026', fechaTerminoContrato: '2027-12-15' },
  ...guarantee,
  garantias: {},
};

/** `/gestiona-tu-garantia/<paso>?g=<id>` → its parts. */
export function placeOf(location: string): { step: string; g: string | undefined } {
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
export async function follow(who: Visitor, answers: Record<string, Form>, from = 'tipo') {
  const seen: string[] = [];
  let place: ReturnType<typeof placeOf> = { step: from, g: undefined };
  for (let page = 0; page < 40; page++) {
    const form = answers[place.step];
    if (!form) break;
    seen.push(place.step);
    const next = await who.save(place.step, { ...form, ...(place.g ? { g: place.g } : {}) });
    place = placeOf(next);
    if (place.step === seen.at(-1)) throw new Error(`${place.step} was refused`);
  }
  return { seen, at: place.step };
}

/** A person at the review page, without files. */
export async function atReview(answers = publicAnswers, who = visitor()): Promise<Visitor> {
  await follow(who, answers);
  await who.attach('contrato', {});
  const at = await who.attach('adicional', {});
  if (at !== `${WIZARD}/revisar`) throw new Error(`ended at ${at}`);
  return who;
}
