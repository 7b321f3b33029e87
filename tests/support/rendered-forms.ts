import { parse } from 'node-html-parser';
import { z } from 'zod';
import { formAt, type PageForm } from '#tests/support/forms.ts';
import { textOf } from '#tests/support/page-request.ts';

type Tag = { name: string; isEnd: boolean; attributes: Record<string, string> };

/** Returns the tags of markup as React writes it: well-formed, with each value in double quotes. */
function tagsOf(html: string): Tag[] {
  const bare = html.replace(/<(script|style)\b[^>]*>.*?<\/\1>/gs, '');
  return [...bare.matchAll(/<(\/?)([a-z][\w-]*)((?:\s+[^\s"=>/]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(
    ([, end, name = '', written = '']) => ({
      name,
      isEnd: end === '/',
      attributes: Object.fromEntries(
        [...written.matchAll(/([^\s"=>/]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [
          key.toLowerCase(),
          value,
        ]),
      ),
    }),
  );
}

/** The URLs that the buttons of one form lead to, each with the names that it sends there. */
type DrawnForm = { path: string; names: string[] }[];

const isButton = ({ name, attributes: { type } }: Tag) =>
  name === 'button' ? type !== 'button' && type !== 'reset' : type === 'submit';

/** Returns the forms that a page posts to this site. */
function drawnForms(tags: readonly Tag[]): DrawnForm[] {
  const forms: { id: string | undefined; action: string | undefined; controls: Tag[] }[] = [];
  const elsewhere: Tag[] = [];
  let within: (typeof forms)[number] | undefined;
  for (const tag of tags) {
    const { id, method, action, form } = tag.attributes;
    if (tag.name === 'form') {
      within = tag.isEnd ? undefined : { id, action, controls: [] };
      if (within && method === 'post') forms.push(within);
    } else if (!tag.isEnd && /^(input|select|textarea|button)$/.test(tag.name)) {
      if (form === undefined) within?.controls.push(tag);
      else elsewhere.push(tag);
    }
  }
  return forms.map(({ id, action, controls }) => {
    const own = elsewhere.filter(({ attributes: { form } }) => form === id);
    const all = [...controls, ...own].filter(({ attributes }) => !('disabled' in attributes));
    const pathOf = ({ attributes }: Tag) => attributes.formaction ?? action;
    const paths = new Set(all.filter(isButton).map(pathOf));
    return [...paths].flatMap((path) => {
      if (!path?.startsWith('/')) return [];
      const sent = all.filter((tag) => !isButton(tag) || pathOf(tag) === path);
      return [{ path, names: sent.flatMap(({ attributes: { name } }) => name || []) }];
    });
  });
}

type Fields = { known: Set<string>; required: Set<string> };

/** Returns the fields that a schema reads, and those without which it refuses. */
function fieldsOf(schema: z.ZodType | undefined): Fields {
  if (schema instanceof z.ZodObject) {
    const shape: [string, z.ZodType][] = Object.entries(schema.shape);
    const required = shape.filter(([, field]) => !field.safeParse(undefined).success);
    return {
      known: new Set(shape.map(([name]) => name)),
      required: new Set(required.map(([name]) => name)),
    };
  }
  if (schema instanceof z.ZodPipe) {
    const { in: first, out } = schema.def;
    return fieldsOf((first instanceof z.ZodTransform ? out : first) as z.ZodType);
  }
  if (schema instanceof z.ZodUnion) {
    const [first, ...others] = schema.options.map((one) => fieldsOf(one as z.ZodType));
    return {
      known: new Set([first, ...others].flatMap((one) => [...(one?.known ?? [])])),
      required: new Set(
        [...(first?.required ?? [])].filter((name) => others.every((o) => o.required.has(name))),
      ),
    };
  }
  return { known: new Set(), required: new Set() };
}

/** Fields that no schema declares: the handler or the URL that follows reads them. */
const alsoRead: Record<string, string[]> = {
  '/admin/asignar': ['ids'],
  '/admin/atendidas': ['ids'],
  '/admin/deshacer': ['assignedTo', 'lead', 'lead-*'],
  '/admin/entregas/{id}/reenviar': ['detalle'],
  '/admin/entregas/{id}/reintentar': ['detalle'],
  '/admin/estados': ['ids'],
  '/admin/leads/{id}/asignar': ['eraDe', 'lead'],
  '/admin/leads/{id}/documentos': ['documentos'],
  '/admin/leads/{id}/estado': ['tenia'],
  '/admin/pagos/pedidos/{id}/anular': ['lead'],
  '/gestiona-tu-garantia/enviar': ['acepto', 'preguntas'],
  '/gestiona-tu-garantia/{paso}/guardar': ['*'],
  '/panel/documentos/compartir/crear': ['enviar', 'exigida', 'sinClave'],
  '/panel/documentos/ordenar/guardar': ['descartar', 'recuperar'],
  '/panel/documentos/enlaces/{id}/guardar': ['documentKeys', 'exigida', 'sinClave', 'version'],
};

/** Returns the fields of a form's route. `*` at the end of a name stands for any rest. */
function fieldsOfForm({ operation, keep, retypeMessages: again, path }: PageForm): Fields {
  const { params } = operation;
  const upload = 'form' in operation ? operation.form : undefined;
  const body = 'body' in operation ? operation.body : upload?.fields;
  const [own, named] = [fieldsOf(body as z.ZodType), fieldsOf(params as z.ZodType)];
  // An upload that declares no fields reads its parts one by one.
  const parts = operation.kind === 'upload' ? [upload?.file ? `${upload.file}*` : '*'] : [];
  // A form may send a file, or the id of an earlier sent one in its place.
  const isSent = (name: string) =>
    path.includes(`{${name}}`) || (upload?.file && name === 'documentId');
  const more = [...keep, ...Object.keys(again), ...parts, ...(alsoRead[path] ?? [])];
  return {
    known: new Set([...own.known, ...named.known, ...more]),
    required: new Set([...own.required, ...named.required].filter((name) => !isSent(name))),
  };
}

/** Returns the names that none of these forms reads. */
export function unknownFields(forms: readonly PageForm[], names: Iterable<string>): string[] {
  const known = forms.flatMap((form) => [...fieldsOfForm(form).known]);
  const isKnown = (name: string) =>
    known.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : one === name));
  return [...names].filter((name) => !isKnown(name));
}

const references = ['for', 'form', 'list', 'headers', 'popovertarget', 'commandfor'];
const described = ['activedescendant', 'controls', 'describedby', 'details', 'errormessage'];
const pointing = [
  ...references,
  ...[...described, 'flowto', 'labelledby', 'owns'].map((n) => `aria-${n}`),
];

/**
 * Throws where a form of a page does not fit its route, or an element refers to one that is not
 * there.
 */
export function checkRenderedForms(html: string): void {
  const tags = tagsOf(html);
  const faults = [...drawnForms(tags).flatMap(faultsOfForm), ...lostReferences(tags)];
  if (faults.length > 0) throw new Error(`as the page is drawn: ${faults.join('; ')}`);
}

function faultsOfForm(drawn: DrawnForm): string[] {
  const routes = drawn.map(({ path }) => formAt(path).entry);
  const names = new Set(drawn.flatMap((way) => way.names));
  const unknown = unknownFields(routes, names);
  return [
    ...unknown.map((name) => `${drawn[0]?.path} does not read ${name}`),
    ...drawn.flatMap((way, at) => {
      const route = routes[at];
      const required = route ? [...fieldsOfForm(route).required] : [];
      const missing = required.filter((name) => !way.names.includes(name));
      return missing.map((name) => `${way.path} is sent without ${name}`);
    }),
  ];
}

/**
 * Forged values of hidden fields are refused by name as well, and no page has a control for them.
 */
const hidden = new Set(['hecha']);

function lostReferences(tags: readonly Tag[]): string[] {
  const ids = new Set(tags.flatMap(({ attributes: { id } }) => id ?? []));
  return tags.flatMap(({ name, attributes }) => {
    const { href } = attributes;
    const fragment = name === 'a' && href?.startsWith('#') ? decodeURIComponent(href.slice(1)) : '';
    const named = pointing.flatMap((attribute) => attributes[attribute]?.split(/\s+/) ?? []);
    const lost = [fragment, ...named].filter((id) => id && !ids.has(id) && !hidden.has(id));
    return lost.map((id) => `${name} refers to ${id}, which is not there`);
  });
}

/** Returns the URL and the hidden fields that the button with this label sends, as drawn. */
export function submissionOfButton(html: string, label: string) {
  const form = [...html.matchAll(/<form\b.*?<\/form>/gs)]
    .map(([text]) => text)
    .find((text) => textOf(text).includes(label));
  if (!form) throw new Error(`no form has the button ${label}`);
  const tags = tagsOf(form);
  const hidden = tags.filter(({ attributes: { type } }) => type === 'hidden');
  return {
    path: tags[0]?.attributes.action ?? '',
    form: Object.fromEntries(
      hidden.map(({ attributes: { name = '', value = '' } }) => [name, value]),
    ),
  };
}

function controlsOf(html: string, path: string) {
  const form = parse(html)
    .querySelectorAll('form')
    .find((one) => one.getAttribute('action')?.split('?')[0] === path);
  if (!form) throw new Error(`no form leads to ${path}`);
  return form.querySelectorAll('input[name], select, textarea');
}

/** Returns what a browser sends from the form of this URL when nothing is typed in it. */
export function renderedFormFields(html: string, path: string): Record<string, string> {
  const sent = controlsOf(html, path).flatMap((control): [string, string][] => {
    const { name = '', type = '', value = '', ...more } = control.attributes;
    if ('disabled' in more || /^(file|submit)$/.test(type)) return [];
    if (/^(checkbox|radio)$/.test(type) && !('checked' in more)) return [];
    if (control.tagName === 'TEXTAREA') return [[name, control.textContent]];
    if (control.tagName !== 'SELECT') return [[name, value]];
    const option = control.querySelector('option[selected]') ?? control.querySelector('option');
    return [[name, option?.attributes.value ?? option?.textContent ?? '']];
  });
  return Object.fromEntries(sent);
}

/** Returns the names of the fields that a person can empty or untick, and that are not empty. */
export function filledFieldNames(html: string, path: string): string[] {
  const sent = renderedFormFields(html, path);
  const controls = controlsOf(html, path).filter((control) => {
    if (control.tagName === 'SELECT') return control.querySelector('option[value=""]');
    return !/^(hidden|radio|password|file|submit)$/.test(control.attributes.type ?? '');
  });
  const names = controls.map(({ attributes }) => attributes.name ?? '');
  return [...new Set(names)].filter((name) => sent[name]);
}
