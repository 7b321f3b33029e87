import { parseFlash } from '#lib/http/forms/flash.ts';
import type { IdField } from '#tests/support/access/fields.ts';
import { GUEST_ORDER } from '#tests/support/access/owned-objects.ts';
import type { RequestHandler } from '#tests/support/access/request-handlers.ts';
import { call, cookiesOf } from '#tests/support/call.ts';
import { issuedFacts } from '#tests/support/issued.ts';
import { isoDayIn } from '#tests/support/requested-documents.ts';
import { samples } from '#tests/support/sample-files.ts';

/** Valid values for the other inputs of a request, by subject, so that only the id can be wrong. */
const rest: Record<string, Record<string, unknown>> = {
  'POST /api/documents/upload': { category: 'contrato' },
  'POST /api/documents/delete': { category: 'contrato' },
  'PATCH /api/documents/{id}': { customTitle: 'Otro' },
  'POST /panel/documentos/{categoria}/editar': { customTitle: 'Otro' },
  'POST /api/payments/{buyOrder}/refund': { amount: 1000 },
  'POST /api/admin/payment-requests': {
    amount: 5000,
    description: 'Comisión',
    email: 'alguien@otra.cl',
  },
  'POST /api/guarantees/issued': issuedFacts,
  'POST /api/guarantees/issued/{id}/events': { kind: 'entregada' },
  'POST /panel/garantias/nueva/guardar': issuedFacts,
  'POST /panel/garantias/{id}/evento': { kind: 'entregada' },
  'POST /panel/garantias/{id}/nuevo-plazo/guardar': { validTo: '31-12-2027' },
  'POST /api/guarantees/issued/{id}/verification': { action: 'end' },
  'POST /panel/garantias/{id}/codigo': { action: 'end' },
  'POST /admin/garantias/{id}/codigo': { action: 'end' },
  'POST /api/admin/leads/{id}/guarantees': { ...issuedFacts, item: 0 },
  'POST /api/admin/leads/{id}/handled': { handled: true },
  'PATCH /api/documents/shares/{id}': { label: 'Banco' },
  'POST /api/admin/leads/{id}/assign': { assignedTo: null },
  'POST /api/admin/leads/{id}/notes': { text: 'Nota' },
  'POST /api/admin/leads/{id}/replies': { subject: 'Hola', text: 'Respuesta' },
  'POST /admin/leads/{id}/responder': { asunto: 'Hola', respuesta: 'Respuesta', clave: 'x' },
  'POST /admin/leads/{id}/llamada': { resultado: 'talked', clave: 'x' },
  'POST /admin/leads/{id}/documentos': { 'doc-contrato': 'si', hasta: isoDayIn(5) },
  'POST /api/admin/leads/{id}/state': { state: 'aprobada' },
  'POST /admin/pagos/{buyOrder}/devolver/enviar': {
    ...{ clave: 'x'.repeat(22), amount: '1000', reason: 'twice' },
  },
  'POST /admin/pagos/{buyOrder}/aclarar': { devolucion: '1', hecha: 'si' },
  'POST /admin/pagos/pedir': { monto: '5000', detalle: 'Comisión', correo: 'alguien@otra.cl' },
  'GET /api/payments/return': { TBK_ID_SESION: 'x'.repeat(22) },
  'POST /api/payments/return': { TBK_ID_SESION: 'x'.repeat(22) },
  'POST /comprobante/{token}/condiciones': { version: '77' },
  'POST /comprobante/{token}/no-acepto': { version: '77' },
  'POST /comprobante/{token}/mensaje': { mensaje: 'Hola', envio: 'x' },
  'POST /recibido/{token}/llamada': { hora: 'en la tarde', envio: 'x' },
  'POST /panel/solicitudes/{id}/condiciones': { version: '77' },
  'POST /panel/solicitudes/{id}/no-acepto': { version: '77' },
  'POST /panel/solicitudes/{id}/mensaje': { mensaje: 'Hola', envio: 'x' },
  'GET /pagar/{token}/comprobante': { orden: GUEST_ORDER },
  'POST /pagar/{token}/enviar-comprobante': { orden: GUEST_ORDER, correo: 'c@holding.cl' },
  'POST /panel/documentos/compartir/crear': { expiresInHours: '24' },
  'POST /api/share/{token}': { password: 'no importa' },
  'POST /c/{token}/abrir': { password: 'no importa' },
};

export type AttemptAnswer = { status: number; seen: string };
export type AttemptRequester = {
  cookies?: Record<string, string>;
  token?: string;
  params?: Record<string, string>;
};

/** Sends a request that is valid except that `id` may name another person's thing. */
export async function attemptOperation(
  { name, operation, path, isForm, handler }: RequestHandler,
  { field, where }: IdField,
  id: string,
  { cookies, token = 'A'.repeat(43), params: known = {} }: AttemptRequester,
): Promise<AttemptAnswer> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const params = Object.fromEntries(
    names.map((param) => {
      if (param === field) return [param, id];
      return [param, { token, categoria: 'contrato', ...known }[param] ?? 'x'];
    }),
  );
  const fixed = { ...rest[name] };
  const isBody = isForm || (operation.method !== 'GET' && operation.method !== 'DELETE');
  // A form carries the values that its URL does not name in fields.
  const place = where === 'params' && !names.includes(field) ? 'body' : where;
  const named = field.startsWith('doc-')
    ? { [`doc-${id}`]: 'on' }
    : { [field]: sentValue(field, id) };
  const query = new URLSearchParams({
    ...(isBody ? {} : asTexts(fixed)),
    ...(place === 'query' && asTexts(named)),
  });
  const body = isBody ? { ...fixed, ...(place === 'body' && named) } : {};
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const response = await call(await handler(), `${filledPath}?${query}`, {
    method: isForm ? 'POST' : operation.method,
    params,
    ...(cookies && { cookies }),
    ...(isForm || isBody ? carried(operation, body, isForm) : {}),
  });
  return { status: response.status, seen: await seenOf(response, id) };
}

function carried(
  { form, body, kind }: RequestHandler['operation'],
  fields: object,
  isForm: boolean,
) {
  if (form?.file) {
    const data = new FormData();
    for (const [name, value] of Object.entries(asTexts(fields))) data.set(name, value);
    // The form keeps a file for the next try, even if other fields are wrong.
    if (!('corrects' in fields))
      data.set('file', new File([new Uint8Array(samples.pdf)], 'Propio.pdf'));
    return { body: data };
  }
  if (isForm || (kind !== 'json' && form)) return { form: asTexts(fields) };
  return body ? { json: fields } : {};
}

function sentValue(field: string, id: string): unknown {
  if (field === 'documentKeys' || field === 'ids') return [id];
  return field === 'leadId' ? Number(id) : id;
}

function asTexts(fields: object): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}

/**
 * Returns the parts of an answer that may differ between callers, without the requested id and the
 * time.
 */
async function seenOf(response: Response, id: string): Promise<string> {
  const flash = parseFlash(cookiesOf(response).formulario ?? '');
  const headers = Object.fromEntries(response.headers);
  for (const name of ['x-request-id', 'set-cookie', 'ratelimit']) delete headers[name];
  // Styles and pictures of a page contain every digit, so they are cut off.
  const text = (await response.text()).replace(/<head>.*<\/header>/s, '');
  const body = text.replace(/"requestId":"[^"]+"/, '');
  const named = new RegExp(`(?<!\\w)${id.replaceAll('.', '\\.')}(?!\\w)`, 'g');
  return JSON.stringify({ headers, flash, body }).replaceAll(named, '<id>');
}
