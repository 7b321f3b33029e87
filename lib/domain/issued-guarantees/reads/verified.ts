import { and, desc, eq, isNull, ne, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { HIDDEN_NAME, issuedRefusals } from '#lib/domain/issued-guarantees/copy.ts';
import {
  type IssuedRow,
  successorStartColumn,
} from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import {
  type Replacement,
  replacementOf,
} from '#lib/domain/issued-guarantees/replacement-rules.ts';
import {
  guaranteeStatusOf,
  hasNotBegun,
  numberParts,
  parseVerificationCode,
} from '#lib/domain/issued-guarantees/rules.ts';
import type { Side } from '#lib/domain/issued-guarantees/schema.ts';
import type { verifiedGuaranteeReply } from '#lib/domain/issued-guarantees/verify-schema.ts';
import { groupedCode } from '#lib/domain/issued-guarantees/view.ts';
import { isCompanyRut, parseTenderId } from '#lib/domain/marketplace/rules.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';
import { predecessor as earlier } from '#lib/platform/db/aliases.ts';
import { cachedQuery } from '#lib/platform/db/file/cached-query.ts';
import { issuedGuarantees, verificationCodes } from '#lib/platform/db/schema/issued-guarantees.ts';
import { publicName } from '#lib/platform/mail/public-names.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import { plainFields } from '#lib/platform/operations/plain-text.ts';

const { guaranteeNumber, code, endedAt } = verificationCodes;
const { reported, recordedBy } = issuedGuarantees;

/** SQL for whether the team suspended the company of a record or the person who recorded it. */
const suspendedCondition = sql`exists (select 1 from accounts a
  where a.id in (issued_guarantees.company_id, issued_guarantees.actor)
    and a.suspended_at is not null)`;

const guaranteeByCode = cachedQuery((read) =>
  read
    .select({
      row: issuedGuarantees,
      stateBy: sql<Side | null>`(select e.by from guarantee_events e
        where e.guarantee = issued_guarantees.number and e.kind = issued_guarantees.reported
        order by e.id desc limit 1)`,
      recorderRut: sql<string | null>`(select a.rut from accounts a
        where a.id = coalesce(issued_guarantees.company_id, issued_guarantees.actor))`,
      successorFrom: successorStartColumn,
      replaced: {
        validFrom: earlier.validFrom,
        validTo: earlier.validTo,
        reported: earlier.reported,
        code: sql<string | null>`(select c.code from verification_codes c
          where c.guarantee = ${earlier.number} and c.ended_at is null)`,
      },
      successor: sql<string | null>`(select c.code from verification_codes c
        where c.guarantee = issued_guarantees.successor and c.ended_at is null)`,
    })
    .from(verificationCodes)
    .innerJoin(issuedGuarantees, eq(issuedGuarantees.number, guaranteeNumber))
    .leftJoin(earlier, eq(earlier.successor, issuedGuarantees.number))
    .where(
      and(
        eq(code, sql.placeholder('code')),
        isNull(endedAt),
        or(isNull(reported), ne(reported, 'anulada')),
        sql`not (${recordedBy} = 'company' and ${suspendedCondition})`,
      ),
    )
    .orderBy(desc(earlier.number))
    .limit(1)
    .prepare(),
);

export type VerifiedGuarantee = z.infer<typeof verifiedGuaranteeReply> & {
  code: string;
  hasNotBegun: boolean;
  replacement: Replacement | null;
  /**
   * The guarantee that covers until this one begins. `code` is null if the code of that guarantee
   * has ended.
   */
  predecessor: { until: string; code: string | null } | null;
  /** True if the account that recorded the guarantee has the RUT of the guarantee holder. */
  isHolders: boolean;
  sha256: string | null;
  /**
   * The wording, only if an advisor recorded it. Otherwise null, because a company could write any
   * message there.
   */
  glosa: string | null;
} & Pick<IssuedRow, 'reported' | 'claimed'>;

/**
 * Finds a guarantee by its code, for anyone. Throws `not_found`. One statement does it, so that
 * nobody can tell codes apart that are unknown, ended, of an annulled record, or of a suspended
 * company's record.
 */
export async function getVerifiedGuarantee(
  typedCode: string,
  now: number,
): Promise<VerifiedGuarantee> {
  const code = parseVerificationCode(typedCode);
  const [verifiedRow] = code === null ? [] : await guaranteeByCode().all({ code });
  if (!code || !verifiedRow) throw new AppError('not_found', { message: issuedRefusals.code });
  const { row, stateBy, successor, recorderRut, replaced } = verifiedRow;
  const predecessorTerm = replaced && replacementOf(replaced, row.validFrom, now);
  const { createdAt, holderRut, beneficiaryRut } = row;
  return {
    // The schema checked these values when they were stored. Names that a company typed are
    // filtered below.
    ...(plainFields(row) as IssuedRow),
    ...(row.recordedBy === 'company' && {
      issuerNumber: maskedNumber(numberParts(row.issuerNumber).number),
      issuerName: publicName(row.issuerName) ?? HIDDEN_NAME,
      beneficiaryName: publicName(row.beneficiaryName) ?? HIDDEN_NAME,
      holderName: publicName(row.holderName) ?? HIDDEN_NAME,
      tenderId: parseTenderId(row.tenderId ?? '').ok ? row.tenderId : null,
      glosa: null,
    }),
    code,
    holderRut: maskedRut(holderRut),
    beneficiaryRut: isCompanyRut(beneficiaryRut)
      ? formatRut(beneficiaryRut)
      : maskedRut(beneficiaryRut),
    recordedAt: new Date(createdAt).toISOString(),
    state: guaranteeStatusOf(row, now),
    hasNotBegun: hasNotBegun(row, now),
    replacement: replacementOf(row, verifiedRow.successorFrom, now),
    predecessor: predecessorTerm && {
      until: predecessorTerm.until,
      code: replaced.code && groupedCode(replaced.code),
    },
    isHolders: recorderRut === holderRut,
    stateBy,
    successorCode: successor && groupedCode(successor),
    hasDocument: row.sha256 !== null,
  };
}

/**
 * Returns whether a file with this SHA-256 (hex) is the recorded file. Throws `conflict` if none
 * was recorded.
 */
export function isRecordedFile(
  { sha256 }: Pick<VerifiedGuarantee, 'sha256'>,
  hash: string,
): boolean {
  if (sha256 === null) throw conflict(issuedRefusals.nothing);
  return sha256 === hash.toLowerCase();
}

/**
 * Returns the last four characters of a number. They suffice to compare it with the document, and
 * are too few for a message.
 */
function maskedNumber(number: string): string {
  const plain = number.replace(/[^\p{L}\p{N}-]/gu, '');
  const [end = ''] = /([\p{L}\p{N}][^\p{L}\p{N}]*){0,4}$/u.exec(plain) ?? [];
  return `…${end}`;
}

/** Masks `76123456-0` as `76.***.***-0`. */
function maskedRut(rut: string): string {
  return formatRut(rut).replace(/\.\d{3}/g, '.***');
}
