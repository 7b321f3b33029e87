import { pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { requirePageUser } from '#app/_lib/page-user.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { ReadNotice } from '#components/issued-guarantees/read-notice.tsx';
import { RecordForm } from '#components/issued-guarantees/record-form.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { getAccount } from '#lib/domain/accounts/reads/accounts.ts';
import { profileValues } from '#lib/domain/accounts/view.ts';
import { listVault } from '#lib/domain/documents/reads/documents.ts';
import { documentTitle } from '#lib/domain/documents/view.ts';
import { issuedLabels } from '#lib/domain/issued-guarantees/copy.ts';
import { formValuesOf } from '#lib/domain/issued-guarantees/form-values.ts';
import { findSeen } from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { findRecordByIssuer } from '#lib/domain/issued-guarantees/reads/same-issuer.ts';
import { issuerKeyOf, mayReportNext } from '#lib/domain/issued-guarantees/rules.ts';
import type { ownGuaranteeBody } from '#lib/domain/issued-guarantees/schema.ts';
import { formatRequestNumber, isoDay } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';

export const generateMetadata = pageMetadata('Agregar una garantía');

export default async function NewGuaranteePage(props: PageProps<'/panel/garantias/nueva'>) {
  const { query, problem, values, errors } = await readPageQuery(props);
  const user = await requirePageUser();
  const [account, vault, wrongRecord] = await Promise.all([
    getAccount(user.holderId),
    listVault(user.holderId),
    findCorrectable(user, values.corrects ?? query.corrige),
  ]);
  const { razonSocial, name = '', rut = '' } = profileValues(account);
  const { issuerName = '', issuerNumber = '' } = values;
  const duplicate =
    problem?.code === 'conflict'
      ? await findRecordByIssuer(issuerKeyOf({ issuerName, issuerNumber }), user)
      : null;
  const isReading = values.leer && Object.keys(errors).length === 0;
  const receivedId = errors.file || errors.documentId ? undefined : values.subido;
  const options = vault
    .filter(({ state, contentType }) => state === 'kept' && recordableTypes.has(contentType))
    .map((document) => ({
      value: document.id,
      label: `${documentTitle(document)} · ${document.fileName}`,
    }));
  return (
    <div className="max-w-text">
      <BackLink href="/panel/garantias" label="Tus garantías" />
      {wrongRecord ? (
        <PageHeading intro="Cambia lo que esté mal, o agrega su documento. Queda con un número y un código nuevos; la de ahora, anulada.">
          Corregir la garantía {formatRequestNumber(wrongRecord.number)}
        </PageHeading>
      ) : (
        <PageHeading intro="Si tienes su documento, empieza por él: completamos lo que diga. Queda marcada como registrada por ti.">
          Agregar una garantía que ya tengo
        </PageHeading>
      )}
      {values.leer && <ReadNotice message={problem?.message} />}
      <ProblemNotice problem={isReading ? null : problem} labels={issuedLabels}>
        {duplicate && (
          <a href={`/panel/garantias/${duplicate.id}`}>
            Ver la garantía {formatRequestNumber(duplicate.number)}
          </a>
        )}
      </ProblemNotice>
      <RecordForm
        action="/panel/garantias/nueva/guardar"
        values={{
          ...{ holderName: razonSocial || name, holderRut: rut, currency: 'pesos' },
          ...(wrongRecord && formValuesOf(wrongRecord)),
          ...values,
        }}
        errors={errors}
        today={isoDay(user.now)}
        maxUploadMb={getEnv().maxUploadMb}
        received={receivedId ? { field: 'subido', id: receivedId } : null}
        fileLabel={fileLabel({
          hasFile: wrongRecord !== null && wrongRecord.document !== null,
          isInVault: options.length > 0,
        })}
        isFileOptional
        buttonLabel={wrongRecord ? 'Guardar corregida' : 'Agregar garantía'}
      >
        {wrongRecord && (
          <HiddenField<typeof ownGuaranteeBody> name="corrects" value={wrongRecord.id} />
        )}
        {options.length > 0 && (
          <SelectField
            name="documentId"
            label="El documento, si ya está en tu carpeta"
            optional
            placeholder="No está ahí"
            options={options}
            defaultValue={values.documentId ?? ''}
            error={errors.documentId}
          />
        )}
      </RecordForm>
    </div>
  );
}

async function findCorrectable(user: SignedInCtx, id: string | undefined) {
  const record = id ? await findSeen(user, id) : null;
  return record?.recordedBy === 'company' && mayReportNext('anulada', record) ? record : null;
}

function fileLabel({ hasFile, isInVault }: Record<'hasFile' | 'isInVault', boolean>): string {
  if (hasFile) return 'Otro documento en lugar del que tiene';
  return isInVault ? 'O súbelo ahora' : 'Archivo del documento';
}

const recordableTypes = new Set(['application/pdf', 'image/jpeg', 'image/png']);
