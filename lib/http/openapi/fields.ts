type FieldDoc = { description: string; example?: string | number | boolean };

const docs = (description: string, example?: FieldDoc['example']): FieldDoc =>
  example === undefined ? { description } : { description, example };

const rut = 'Chilean tax id with or without dots and hyphen, its check digit right';
const configured = (what: string) => docs(`Whether ${what} is configured.`, true);

/**
 * What each field of the API means, by name: properties of bodies and parameters alike. A name
 * stands for one thing in the whole contract; tests find fields without an entry and the reverse.
 */
export const fieldDocs: Record<string, FieldDoc> = {
  success: docs('Whether it was done.'),
  data: docs('The result.'),
  message: docs('A sentence for the person, in Spanish.'),
  error: docs('The code of the refusal, for programs.'),
  fields: docs('Field path with dots → what to correct, in Spanish.'),
  requestId: docs('The id of this request in our log.', 'qlCk6DAfYz4mZzqjvY0wRg'),

  status: docs('`degraded` when something critical fails.', 'healthy'),
  version: docs('Version of the service.', '1.1.0'),
  checks: docs('What was looked at.'),
  database: docs('Whether the database took a read and a write within 2 seconds.', true),
  timestamp: docs('When it was looked at, UTC.', '2026-11-20T15:00:00.000Z'),
  environment: docs('What is configured; says nothing of the values.'),
  hasDatabaseUrl: configured('a database'),
  hasDatabaseToken: configured('a database token'),
  hasStorageKey: configured('an S3 key'),
  hasEmailKey: configured('a mail provider'),
  hasCrmKey: configured('a CRM'),
  hasErrorTrackingDsn: configured('error tracking'),

  token: docs('An opaque, unguessable token.'),
  csrfToken: docs('The token of `GET /api/csrf-token`, equal to the cookie `csrf-token`.'),
  'x-csrf-token': docs(
    'The token of `GET /api/csrf-token`; it must equal the cookie `csrf-token`. May also come as `csrfToken`.',
  ),
  'csrf-token': docs('Set by `GET /api/csrf-token`; lives 2 hours.'),

  password: docs(
    '8 to 128 characters, kept as typed; not one of the most used.',
    'un paraguas azul',
  ),
  role: docs('What the account is; admins are made by the operator.', 'juridica'),
  rut: docs(`${rut}: the person or company.`, '12.345.678-5'),
  name: docs('Name of the person; required for natural.', 'Ana Muñoz'),
  source: docs('Where the person came from.', 'feria-construccion'),
  profile: docs('Must be the role of the account; an admin may enter as every one.', 'juridica'),
  code: docs('The 6 characters of the mail, in any case; on the way back, what Google gave.'),
  state: docs('What Google gives back of the way there.'),
  next: docs('Path of this site to go on to after the login.', '/panel/perfil'),
  current: docs('The password until now.'),
  device: docs('Browser and system, as the browser names itself.', 'Chrome en Windows'),
  place: docs('Address shortened to /24 or /48.', '203.0.113.0/24'),
  createdAt: docs('When it was opened, UTC.', '2026-11-20T15:00:00.000Z'),
  seenAt: docs('When it was last used, UTC, to the hour.', '2026-11-20T15:00:00.000Z'),
  thisDevice: docs('Whether it is the session that asks.', true),
  authenticated: docs('Whether the cookie holds a live session.', true),
  telefono: docs('8 to 15 digits as people write them.', '+56 9 1234 5678'),
  direccion: docs('Street and number.', 'Av. Providencia 1234'),
  region: docs('Region, by its official name.', 'Región Metropolitana de Santiago'),
  comuna: docs('Comuna of that region.', 'Providencia'),

  type: docs('What the file is: the contract, or anything else that helps.', 'contrato'),
  fileName: docs('Name of the file, with its extension; kept for display.', 'contrato.pdf'),
  contentType: docs('A hint: the kind is known by the content.', 'application/pdf'),
  presignedUrl: docs('Where to `PUT` the bytes of the file, for 15 minutes.'),
  downloadUrl: docs('Where the file will be; goes into `contratoUrl` or `adicionalUrl`.'),
  file: docs('PDF, JPEG, PNG, WEBP, DOCX, XLSX, DOC or XLS; 10 MiB unless configured otherwise.'),
  id: docs('Id of the announced attachment, or of the session.'),
  expires: docs('Until when the address works, in seconds since the epoch.'),
  signature: docs('Proof that the address was made here.'),

  url: docs('Absolute address in this app.'),
  expiring: docs('Documents expired or expiring within 30 days, soonest first.'),
  category: docs('Key of the category of documents.', 'certificado_f30'),
  documentName: docs('Its own title, else the name of the file.', 'f30.pdf'),
  expiryDate: docs('End of its last valid day in Chile, UTC.', '2026-11-26T02:59:59.999Z'),
  daysUntilExpiry: docs('Days left on the calendar of Santiago; negative has expired.', 5),
  alertLevel: docs('critical: 7 days or fewer; danger: 15; warning: 30.', 'critical'),
  enabled: docs('Whether mails about expiries are wanted.', true),

  sistemaLicitacion: docs('Which of the two variants this is.'),
  nombreSolicitante: docs('Who asks.', 'Ana Muñoz'),
  email: docs('E-mail address; what is sent to the person goes there.', 'ana@constructora.cl'),
  telefonoSolicitante: docs('8 to 15 digits as people write them.', '+56 9 1234 5678'),
  garantias: docs('The guarantees asked for, 1 to 20.'),
  tipoGarantia: docs('Kind of guarantee.', 'seriedad'),
  montoGarantia: docs('Decimal text above zero, in the unit of `monedaGarantia`.', '1500000.50'),
  monedaGarantia: docs('Unit of the amount: Chilean pesos, UF or US dollars.', 'pesos'),
  vigenciaDesde: docs('First day of validity.', '2026-12-01'),
  vigenciaHasta: docs('Last day of validity, not before the first.', '2027-03-01'),
  glosaGarantia: docs('Wording that the beneficiary demands.', 'Para garantizar la oferta'),
  contratoUrl: docs('`downloadUrl` of the contract, or any http(s) address (kept as text).'),
  adicionalUrl: docs('`downloadUrl` of another file, or any http(s) address (kept as text).'),

  nombreEmpresaOferente: docs('Company that bids.', 'Constructora Andes SpA'),
  rutEmpresaOferente: docs(`${rut}: the company that bids.`, '76.123.456-0'),
  direccionEmpresaOferente: docs('Its address.', 'Av. Providencia 1234'),
  regionEmpresaOferente: docs('Its region.', 'Región Metropolitana de Santiago'),
  comunaEmpresaOferente: docs('Its comuna.', 'Providencia'),
  idLicitacion: docs('Id of the tender in Mercado Público.', '4809-45-LE26'),
  institucion: docs('Institution that calls the tender.', 'Municipalidad de Ejemplo'),
  rutInstitucion: docs(`${rut}: the institution.`, '69.265.000-K'),
  razonSocial: docs(
    'Legal name, of the institution or of the own company.',
    'I. Municipalidad de Ejemplo',
  ),

  nombreEmpresaContratista: docs('Contractor.', 'Montajes del Sur Ltda.'),
  rutEmpresaContratista: docs(`${rut}: the contractor.`, '76.123.456-0'),
  direccionEmpresaContratista: docs('Its address.', 'Los Carrera 100'),
  regionEmpresaContratista: docs('Its region.', 'Región del Biobío'),
  comunaEmpresaContratista: docs('Its comuna.', 'Concepción'),
  nombreContactoContratista: docs('Whom to ask at the contractor.', 'Luisa Rojas'),
  telefonoContratista: docs('Phone of that person.', '41 222 3344'),
  emailContratista: docs('E-mail of that person.', 'luisa@montajes.cl'),
  razonSocialMandante: docs('Legal name of the principal.', 'Minera Norte S.A.'),
  rutMandantePrivados: docs(`${rut}: the principal.`, '96.000.001-3'),
  nombreContactoMandante: docs('Whom to ask at the principal.', 'Jorge Díaz'),
  telefonoMandante: docs('Phone of that person.', '+56 55 244 5566'),
  emailMandante: docs('E-mail of that person.', 'jorge@mineranorte.cl'),
  fechaInicioContrato: docs('First day of the contract.', '2026-12-15'),
  fechaTerminoContrato: docs('Last day of the contract, not before the first.', '2027-12-15'),
  submissionId: docs('Number of the request.', 1024),
  'idempotency-key': docs(
    'Repeat a request safely: the same key with the same body answers as the first time, with another body 409.',
  ),

  primer_nombre: docs('First name of whoever writes.', 'Ana'),
  apellido: docs('Surname.', 'Muñoz'),
  correo: docs('Where the answer goes.', 'ana@constructora.cl'),
  tipo_inversionista: docs('Who writes, in their own words.', 'Contratista de obras'),
  perfil_activo: docs('What they are interested in.', 'Fiel cumplimiento'),
  mensaje: docs('What they want to say.', 'Nos adjudicamos una obra y necesitamos la garantía.'),
  acepta_politicas: docs('Whether they accept the privacy text in force (/privacidad).', true),
  bookingUrl: docs('Where to book an hour; null when no scheduling tool is configured.'),
};
