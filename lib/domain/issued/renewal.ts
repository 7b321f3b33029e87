import { beginWith } from '#lib/domain/drafts/operations.ts';
import { answersToFollow } from '#lib/domain/drafts/rules.ts';
import { getGuaranteeRequest } from '#lib/domain/guarantees/reads.ts';
import { issuedRefusal } from '#lib/domain/issued/copy.ts';
import { findByNumber, type IssuedDetail } from '#lib/domain/issued/reads.ts';
import { mayFollow } from '#lib/domain/issued/rules.ts';
import { addDays } from '#lib/platform/calendar.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { AppError } from '#lib/platform/errors.ts';
import { randomId } from '#lib/platform/ids.ts';
import type { RequestCtx } from '#lib/platform/operation.ts';

/**
 * A draft of the wizard that extends a guarantee, for who may read it anyway: all is filled in but
 * its new end. `known`: of the person, where no request tells it. `conflict` once it has ended.
 */
export async function beginRenewal(
  ctx: RequestCtx,
  record: IssuedDetail,
  { known = {}, replace }: { known?: object; replace: boolean },
): Promise<string> {
  if (!mayFollow('prorrogada', record)) {
    throw new AppError('conflict', { message: issuedRefusal.ended });
  }
  const { number, submissionId, type, amount, currency, validTo, glosa } = record;
  const request = submissionId === null ? null : await getGuaranteeRequest(submissionId);
  const item = {
    id: randomId().slice(0, 8),
    renews: number,
    tipoGarantia: type,
    montoGarantia: amount,
    monedaGarantia: currency,
    vigenciaDesde: addDays(validTo, 1),
    ...(glosa && { glosaGarantia: glosa }),
  };
  const earlier = withParties(record, { ...known, ...request?.answers });
  const check = async (tx: Tx) => {
    if (!(await findByNumber(number, tx))) throw new AppError('not_found');
  };
  return beginWith(ctx, answersToFollow(earlier, item, submissionId), { replace, check });
}

/** Without a request the tender tells which of the two variants it is. */
function withParties(
  { holderName, holderRut, beneficiaryName, beneficiaryRut, tenderId }: IssuedDetail,
  earlier: { sistemaLicitacion?: string },
): object {
  const { sistemaLicitacion = tenderId === null ? 'privados' : 'chilecompra' } = earlier;
  const parties =
    sistemaLicitacion === 'chilecompra'
      ? {
          nombreEmpresaOferente: holderName,
          rutEmpresaOferente: holderRut,
          institucion: beneficiaryName,
          rutInstitucion: beneficiaryRut,
          ...(tenderId && { idLicitacion: tenderId }),
        }
      : {
          nombreEmpresaContratista: holderName,
          rutEmpresaContratista: holderRut,
          razonSocialMandante: beneficiaryName,
          rutMandantePrivados: beneficiaryRut,
        };
  return { ...earlier, sistemaLicitacion, ...parties };
}
