import type { Client } from '@libsql/client';
import { hashToken } from '#lib/platform/security/secrets.ts';

export const TOKEN = 't'.repeat(43);

/** Inserts an advisor with a session, whose token is `TOKEN`, and `leads` leads. */
export async function fillLeads(client: Client, leads: number): Promise<void> {
  await client.batch(
    [
      `insert into accounts (id, email, role, email_verified_at, created_at, updated_at)
        values ('a', 'asesora@resguardo.cl', 'admin', 1, 1, 1)`,
      {
        sql: `insert into sessions
          (id, token_hash, account_id, profile, agent, place, created_at, seen_at, strong_at)
          values ('s', ?, 'a', 'admin', '', '', ?, ?, ?)`,
        args: [hashToken(TOKEN), Date.now(), Date.now(), Date.now()],
      },
      { sql: fill, args: [leads, leads, leads, leads] },
      `insert into submissions (id, sistema, source, nombre, email, telefono, answers,
          consent_version, consent_address, request_id, created_at)
        select submission_id, 'chilecompra', 'api', name, email, phone,
          '{"sistemaLicitacion":"chilecompra","garantias":[{"tipoGarantia":"seriedad",'
          || '"montoGarantia":"1500000","monedaGarantia":"pesos","vigenciaDesde":"2026-12-01",'
          || '"vigenciaHasta":"2027-03-01"}]}', 'v', 'a', 'r', created_at
        from leads where kind = 'garantia'`,
    ],
    'write',
  );
}

/** Inserts leads of half a year. Every fourth is a request, and every second one is handled. */
const fill = `
  insert into leads (kind, submission_id, name, email, phone, rut, company, tender_id, answers, state,
    handled_at, unanswered_since, due_at, about, assigned_to, consent_version, consent_address, request_id, created_at)
  with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
  select
    case i % 4 when 0 then 'contacto' when 1 then 'asesor' when 2 then 'experto' else 'garantia' end,
    case when i % 4 = 3 then i end,
    case i % 10 when 0 then 'Ana' when 1 then 'Luis' when 2 then 'Pedro' when 3 then 'María'
      when 4 then 'José' when 5 then 'Carla' when 6 then 'Iván' when 7 then 'Sofía'
      when 8 then 'Diego' else 'Paula' end || ' ' ||
    case i / 10 % 7 when 0 then 'Muñoz' when 1 then 'Soto' when 2 then 'Rojas' when 3 then 'Díaz'
      when 4 then 'Pérez' when 5 then 'Silva' else 'Contreras' end,
    'persona' || i || '@constructora' || (i % 1000) || '.cl',
    '+56 9 ' || (1000 + i % 9000) || ' ' || (1000 + i / 9000),
    (10000000 + i) || '-' || (i % 10),
    case i % 3 when 0 then 'Constructora Andes ' || (i % 5000) || ' SpA'
      when 1 then 'Montajes del Sur ' || (i % 3000) || ' Ltda.' else 'Minera Norte S.A.' end,
    case when i % 4 = 3 then (1000 + i % 9000) || '-' || (i % 90) || '-LE26' end,
    case when i % 4 = 3 then '{}' else '{"mensaje":"Hola, necesito una garantía para un contrato."}' end,
    case when i % 4 <> 3 then 'recibida' when i / 4 % 5 = 0 then 'recibida'
      when i / 4 % 5 = 1 then 'en_revision' when i / 4 % 5 = 2 then 'aprobada'
      when i / 4 % 5 = 3 then 'rechazada' else 'emitida' end,
    case when i % 2 = 0 or i / 4 % 2 = 0 then 1 end,
    case when i % 2 = 1 and i / 4 % 2 = 1 then
      ${Date.now()} - 15552000000 + cast(15552000000.0 * i / ? as integer) end,
    case when i % 4 = 3 then
      ${Date.now()} - 15465600000 + cast(15552000000.0 * i / ? as integer) end,
    case when i % 4 = 3 then 'Municipalidad de Ejemplo ' || (i % 346) || ' ' || (1000 * i) || ' pesos' end,
    case when i % 5 = 0 then 'a' end,
    '2026-11-20', '203.0.113.7', 'r',
    ${Date.now()} - 15552000000 + cast(15552000000.0 * i / ? as integer)
  from n`;
