import { contactForm } from '#lib/domain/requests/leads/contact-schema.ts';
import type { Endpoint } from '#lib/platform/operations/operation.ts';
import { type InputPlace, inputsOf, mayHoldId } from '#tests/support/access/inputs.ts';
import type { OwnedKind } from '#tests/support/access/owned-objects.ts';

const requestForms =
  'cerrar-enlaces otra empresa archivos archivos/quitar condiciones no-acepto anular mensaje enviar-enlace'.split(
    ' ',
  );

/** Every input that names a person's thing: `<METHOD> <path> <field>` → its kind. */
const ids: Record<string, OwnedKind> = {
  'DELETE /api/auth/sessions/{id} id': 'session',
  'PUT /api/guarantees/uploads/{id} id': 'upload',
  'POST /api/documents/upload replaces': 'document',
  'POST /api/documents/delete documentId': 'document',
  'PATCH /api/documents/{id} id': 'document',
  'POST /api/documents/restore documentId': 'removedDocument',
  'GET /api/documents/download key': 'file',
  'POST /api/documents/share documentKey': 'file',
  'POST /api/documents/share documentKeys': 'file',
  'DELETE /api/documents/shares/{id} id': 'share',
  'PATCH /api/documents/shares/{id} id': 'share',
  'PATCH /api/documents/shares/{id} documentKeys': 'file',
  'POST /api/documents/shares/{id}/repeat id': 'share',
  'POST /api/documents/shares/send ids': 'share',
  'GET /api/share/{token} document': 'file',
  'POST /api/share/{token} document': 'file',
  'GET /c/{token}/archivo document': 'file',
  'POST /c/{token}/abrir document': 'file',
  'POST /c/{token}/codigo document': 'file',
  'POST /c/{token}/pedir document': 'file',
  'GET /api/payments/{buyOrder} buyOrder': 'payment',
  'POST /api/payments/{buyOrder}/refund buyOrder': 'payment',
  'GET /api/payments/return TBK_ORDEN_COMPRA': 'payment',
  'POST /api/payments/return TBK_ORDEN_COMPRA': 'payment',
  'POST /api/admin/payment-requests leadId': 'lead',
  'POST /api/admin/payment-requests/{id}/cancel id': 'paymentRequest',
  'GET /api/admin/leads assigned': 'account',
  'GET /api/admin/leads.csv assigned': 'account',
  'POST /api/admin/accounts/{id}/access id': 'account',
  'POST /panel/perfil/sesiones/cerrar id': 'session',
  'POST /panel/cambiar/actuar company': 'company',
  'POST /panel/empresa/salir company': 'company',
  'POST /panel/empresa/rol person': 'member',
  'POST /panel/empresa/quitar person': 'member',
  'POST /panel/empresa/renovar invitation': 'invitation',
  'POST /panel/empresa/retirar invitation': 'invitation',
  'GET /api/admin/audit person': 'account',
  'GET /api/admin/audit object': 'lead',
  'GET /api/admin/audit.csv person': 'account',
  'GET /api/admin/audit.csv object': 'lead',
  'GET /api/admin/leads/{id} id': 'lead',
  'POST /admin/leads/{id}/nota/quitar id': 'lead',
  'GET /api/admin/leads/{id}/events id': 'lead',
  'GET /api/admin/leads/{id}/files/{kind} id': 'lead',
  'POST /api/admin/leads/{id}/erase id': 'lead',
  'POST /admin/leads/{id}/borrar/confirmar id': 'lead',
  'POST /admin/leads/{id}/correo/guardar id': 'lead',
  'DELETE /api/guarantees/mine/{id} id': 'submission',
  'POST /api/admin/leads/{id}/handled id': 'lead',
  'POST /api/admin/leads/{id}/assign id': 'lead',
  'POST /api/admin/leads/{id}/assign assignedTo': 'account',
  'POST /admin/asignar assignedTo': 'account',
  'POST /api/admin/leads/{id}/notes id': 'lead',
  'POST /api/admin/leads/{id}/state id': 'lead',
  'POST /api/admin/leads/{id}/replies id': 'lead',
  'POST /api/admin/leads/{id}/conditions id': 'lead',
  'POST /admin/leads/{id}/documentos id': 'lead',
  'POST /api/admin/leads/{id}/guarantees id': 'lead',
  'POST /api/admin/leads/{id}/replies guarantee': 'guaranteeNumber',
  'POST /admin/leads/{id}/llamada id': 'lead',
  'POST /admin/leads/{id}/responder id': 'lead',
  'POST /admin/leads/{id}/responder garantia': 'guaranteeNumber',
  'POST /api/admin/leads/{id}/guarantees documentId': 'upload',
  'POST /admin/leads/{id}/emision/{item}/guardar id': 'lead',
  'POST /admin/leads/{id}/emision/{item}/guardar documentId': 'upload',
  'POST /api/guarantees/issued documentId': 'document',
  'POST /api/guarantees/issued corrects': 'guarantee',
  'GET /api/guarantees/issued before': 'guaranteeNumber',
  'GET /api/guarantees/issued/{id} id': 'guarantee',
  'GET /api/guarantees/issued/{id}/document id': 'guarantee',
  'POST /api/guarantees/issued/{id}/events id': 'guarantee',
  'GET /api/guarantees/issued/{id}/sheet id': 'guarantee',
  'POST /api/guarantees/issued/{id}/verification id': 'guarantee',
  'POST /panel/garantias/{id}/evento id': 'guarantee',
  'POST /panel/garantias/{id}/evento successorId': 'guarantee',
  'POST /admin/garantias/{id}/evento id': 'guarantee',
  'POST /admin/garantias/{id}/evento successorId': 'guarantee',
  'POST /api/guarantees/issued/{id}/events successorId': 'guarantee',
  'POST /panel/garantias/nueva/guardar documentId': 'document',
  'POST /panel/garantias/nueva/guardar corrects': 'guarantee',
  'POST /panel/garantias/{id}/prorroga id': 'guarantee',
  'POST /panel/garantias/{id}/nuevo-plazo/guardar id': 'guarantee',
  'POST /api/admin/deliveries/{id}/retry id': 'delivery',
  'POST /api/admin/deliveries/{id}/resend id': 'delivery',
  'GET /api/guarantees/mine before': 'submission',
  'GET /api/admin/leads before': 'lead',
  'POST /admin/cuentas/{id}/ayudar id': 'account',
  'POST /admin/cuentas/{id}/borrar/confirmar id': 'account',
  'POST /admin/cuentas/{id}/segundo-paso id': 'account',
  'POST /admin/pagos/{buyOrder}/devolver/enviar buyOrder': 'payment',
  'POST /admin/pagos/{buyOrder}/preguntar buyOrder': 'payment',
  'POST /admin/pagos/{buyOrder}/aprobar buyOrder': 'payment',
  'POST /admin/pagos/{buyOrder}/asociar buyOrder': 'payment',
  'POST /admin/pagos/{buyOrder}/asociar lead': 'lead',
  'POST /admin/pagos/{buyOrder}/aprobar devolucion': 'refund',
  'POST /admin/pagos/{buyOrder}/aclarar buyOrder': 'payment',
  'POST /admin/pagos/{buyOrder}/aclarar devolucion': 'refund',
  'POST /admin/pagos/pedidos/{id}/transferencia/registrar id': 'paymentRequest',
  'POST /api/admin/payment-requests lead': 'lead',
  'GET /panel/pagos/{orden}/comprobante orden': 'payment',
  'GET /pagar/{token}/comprobante orden': 'guestPayment',
  'POST /pagar/{token}/enviar-comprobante orden': 'guestPayment',
  'GET /panel/solicitudes/{id}/comprobante id': 'submission',
  ...Object.fromEntries(
    requestForms.map((form) => [`POST /panel/solicitudes/{id}/${form} id`, 'submission' as const]),
  ),
  'POST /panel/solicitudes/{id}/empresa empresa': 'company',
  'GET /panel/solicitudes/{id}/archivos/{file} id': 'submission',
  'POST /panel/seguridad/llaves/nombrar id': 'passkey',
  'POST /panel/seguridad/llaves/quitar id': 'passkey',
  'POST /panel/documentos/compartir/crear doc-*': 'file',
  'PATCH /api/documents/shares/{id} doc-*': 'file',
};

/**
 * Fields that are signed or have at least 128 random bits. Having such a value is enough by design,
 * and no public id replaces it (`api/object-access`).
 */
const capabilities = [
  'token',
  'setup',
  'credential',
  'mailCode',
  'signature',
  'expires',
  'share',
  'code',
  'codigo',
  'state',
  'token_ws',
  ...['TBK_TOKEN', 'TBK_ID_SESION', 'TBK_ID_SESSION'],
  'idempotency-key',
  'csrfToken',
];

/**
 * Fields that name something public or something in the caller's own draft, and fields that name
 * nothing.
 */
const plain = [
  'GET /api/guarantees/upload-url size',
  'GET /api/validate-licitacion id',
  'GET /api/validate-orden-compra id',
  ...['name', 'page', 'requestId', 'stack'].map((name) => `POST /api/browser-errors ${name}`),
  'GET /dev/correo/{id}/html id',
  'GET /dev/correo/{id}/adjuntos/{position} id',
  // The cookie of the named draft decides. `api/wizard-draft-list` tries it without the cookie.
  ...['borrador', 'vista'].map((name) => `POST /gestiona-tu-garantia/{paso}/guardar ${name}`),
  'POST /gestiona-tu-garantia/documentos/archivos borrador',
  // A file that the draft does not have opens nothing, which `api/wizard-open-file` tries.
  ...['borrador', 'archivo'].map((name) => `GET /gestiona-tu-garantia/documentos/ver ${name}`),
  'POST /gestiona-tu-garantia/sugerencia borrador',
  'POST /gestiona-tu-garantia/quitar borrador',
  'POST /gestiona-tu-garantia/enviar borrador',
  'POST /gestiona-tu-garantia/borrar borrador',
  'POST /gestiona-tu-garantia/continuar-despues/enviar borrador',
  'POST /gestiona-tu-garantia/retomar/{token}/abrir borrador',
  ...['quitar g', 'sugerencia sugerencia'].map((form) => `POST /gestiona-tu-garantia/${form}`),
  'POST /admin/pagos/{buyOrder}/devolver/enviar clave',
  // The bank's number of a transfer, which is only stored.
  'POST /admin/pagos/pedidos/{id}/transferencia/registrar operacion',
  'POST /admin/leads/{id}/documentos otros',
  ...['responder', 'llamada'].map((form) => `POST /admin/leads/{id}/${form} clave`),
  // The field only names the page to return to.
  'POST /admin/deshacer lead',
  ...['panel', 'admin'].map((area) => `POST /${area}/garantias/{id}/evento clave`),
  'POST /api/documents/upload once',
  'POST /api/documents/arrivals once',
  // The names of the form's fields hold the ids, which `api/arrivals` tries with another's.
  'POST /panel/documentos/ordenar/guardar *',
  // A file of the request that `id` names. `api/attach-folder` tries the request of somebody else.
  'GET /panel/solicitudes/{id}/archivos/{file} file',
  'POST /panel/solicitudes/{id}/archivos/quitar archivo',
  // Narrows the account's own activity, so the id of somebody else finds nothing.
  'GET /panel/actividad/csv persona',
  'GET /docs/{file} file',
  ...['file', 'version'].map((name) => `GET /visor/{version}/{file} ${name}`),
  'GET /api/admin/audit before',
  'GET /api/admin/changes version',
  'POST /admin/leads/{id}/nota/quitar nota',
  'GET /api/admin/leads/{id}/events after',
  'GET /api/admin/leads/{id}/files/{kind} kind',
  'POST /gestiona-tu-garantia/{paso}/guardar *',
  'POST /gestiona-tu-garantia/enviar *',
  'POST /gestiona-tu-garantia/retomar/{token}/abrir equipo',
];

/**
 * Texts and numbers that are values in every form. None of these names may ever name a thing. A
 * field needs no line here if its schema refuses every id: a choice, a date, an e-mail, a RUT.
 */
const values =
  /^(CodigoOrganismo|amount|asunto|beneficiary\w*|category|codigoOrganismo|comuna\w*|confirmation|contentType|created_at|current|cursor|customTitle|description|detalle|dia|differenceReason|direccion\w*|envio|era|error|eventId|externalId|fileName|glosa|holder\w*|hora|idLicitacion|institucion|issuer\w*|kind|label|lastEvent|lista|monto|motivo|name|next|nombre\w*|note|occurredAt|password|price|q|razonSocial\w*|reason|recipient\w*|region\w*|respuesta|resumen|rutVisto|source|stage|state|subject|telefono_visto|tenderId|terms|text|triggerEvent|type|version|visto)$/;

/** Every field of a contact form is text that a person writes. */
const isValue = (field: string) => values.test(field) || field in contactForm.shape;

export type IdField = { field: string; kind: OwnedKind; where: InputPlace };

/**
 * Returns the inputs of an operation that name a person's thing. Throws for an input that could
 * hold an id and that this file does not list.
 */
export function idFieldsOf(operation: Endpoint): IdField[] {
  return inputsOf(operation).flatMap(({ field, schema, where }) => {
    const name = `${operation.method} ${operation.path} ${field}`;
    const kind = ids[name] ?? ids[`${operation.method} ${operation.path} doc-${field}`];
    if (kind) return [{ field: name in ids ? field : `doc-${field}`, kind, where }];
    const known = capabilities.includes(field) || plain.includes(name);
    if (known || !mayHoldId(schema) || (where !== 'params' && isValue(field))) return [];
    throw new Error(`does '${name}' name a thing of somebody? Say so in access/fields.ts`);
  });
}

/** Returns the lines of this file whose input does not exist any more, or cannot hold an id. */
export function staleFieldLines(operations: Endpoint[]): string[] {
  const all = new Set(
    operations.flatMap((operation) =>
      inputsOf(operation).flatMap(({ field, schema }) =>
        (mayHoldId(schema) ? ['', 'doc-'] : []).map(
          (prefix) => `${operation.method} ${operation.path} ${prefix}${field}`,
        ),
      ),
    ),
  );
  return [...Object.keys(ids), ...plain].filter((name) => !all.has(name));
}
