import { DocumentStatusTag } from '#components/documents/document-status-tag.tsx';
import {
  type PreviousVersion,
  PreviousVersions,
} from '#components/documents/previous-versions.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { lapseSentence, undatedText } from '#lib/domain/alerts/copy.ts';
import { daysLeftUntil, documentStatus } from '#lib/domain/alerts/rules.ts';
import type { changeBody, deleteBody, documentParams } from '#lib/domain/documents/schema.ts';
import { isPrintedEndUnknown, openPath, type ShownDocument } from '#lib/domain/documents/view.ts';
import { capitalise, formatDate, formatDay, formatSize } from '#lib/platform/chile/format.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';

type Props = {
  document: ShownDocument;
  previousVersions: readonly PreviousVersion[];
  mayReplace: boolean;
  now: number;
  advice: Advice | null;
};

/** Facts that a program read in a document and nobody has confirmed yet. */
type Advice = {
  message: string | null;
  change: { issuedAt?: string; expiresAt?: string };
  warnings: readonly string[];
  asksEnd?: boolean;
  /** Date of issue that was read (`YYYY-MM-DD`), while the expiry is unknown. */
  issuedAt?: string | undefined;
};

export function DocumentCard({ document, previousVersions, mayReplace, now, advice }: Props) {
  const { id, category, customTitle, fileName, size, state, replaced } = document;
  const { issuedAt, uploadedAt, countedFrom } = document;
  const hiddenName = <VisuallyHidden>{fileName}</VisuallyHidden>;
  const asksEnd = isPrintedEndUnknown(document) && !document.otherRut && !advice?.change.expiresAt;
  const asksDay =
    !document.otherRut &&
    countedFrom === 'uploaded' &&
    state === 'kept' &&
    !advice?.change.issuedAt;
  return (
    <li id={`documento-${id}`} className="rounded-lg border border-line bg-surface p-5">
      <div className="flex gap-3">
        <Icon name="file" className="mt-0.5 size-6 text-ink-soft" />
        <div className="min-w-0 flex-1">
          <h2 className="text-base font-semibold break-words">
            {state === 'kept' ? (
              <a href={openPath(document)} target="_blank" rel="noopener">
                {customTitle ?? fileName}
              </a>
            ) : (
              (customTitle ?? fileName)
            )}
          </h2>
          <div className="mt-1.5">
            <DocumentStatusTag status={documentStatus(document, now)} />
          </div>
          <p className="mt-2 font-semibold">
            <UnbrokenText text={stateText(document, now)} />
          </p>
          <p className="text-sm break-words text-ink-soft">
            {customTitle && <>{fileName} · </>}
            {issuedAt && <>Del {formatDate(issuedAt)} · </>}
            {formatSize(size)} · Subido el{' '}
            <span className="whitespace-nowrap">{formatDay(uploadedAt)}</span>
            {replaced && <>, en lugar de {replaced}</>}
          </p>
          {(asksEnd || (asksDay && !isPrintedEndUnknown(document))) && (
            <EditorsOnly>
              <p className="text-sm">
                <a
                  href={`/panel/documentos/${category}?editar=${id}#editar`}
                  className="inline-block py-1"
                >
                  {asksEnd ? 'Dinos cuándo vence' : 'Dinos de cuándo es'} {hiddenName}
                </a>
              </p>
            </EditorsOnly>
          )}
        </div>
      </div>
      {document.otherRut && (
        <OtherRut {...{ category, id }} name={customTitle ?? fileName} rut={document.otherRut} />
      )}
      {advice && (
        <ReadingQuestion {...{ category, id }} name={customTitle ?? fileName} {...advice} />
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {state === 'kept' && <KeptActions document={document} />}
        <EditorsOnly>
          {mayReplace && (
            <LinkButton
              href={`/panel/documentos/${category}?reemplazar=${id}#subir`}
              variant="secondary"
              compact
            >
              Reemplazar {hiddenName}
            </LinkButton>
          )}
          {state !== 'infected' && (
            <LinkButton
              href={`/panel/documentos/${category}?editar=${id}#editar`}
              variant="secondary"
              compact
            >
              Editar {hiddenName}
            </LinkButton>
          )}
          <Form action={`/panel/documentos/${category}/eliminar`}>
            <HiddenField<typeof deleteBody> name="category" value={category} />
            <HiddenField<typeof deleteBody> name="documentId" value={id} />
            <Button variant="quiet" compact>
              Eliminar {hiddenName}
            </Button>
          </Form>
        </EditorsOnly>
      </div>
      <PreviousVersions versions={previousVersions} />
    </li>
  );
}

type DocumentRef = Record<'category' | 'id' | 'name', string>;

/** Shows that the document has another person's RUT, and lets the owner deny it. */
function OtherRut({ category, id, name, rut }: DocumentRef & { rut: string }) {
  return (
    <div className="mt-4 rounded-md bg-sunken p-4">
      <p>
        Trae el RUT <span className="whitespace-nowrap">{formatRut(rut)}</span>, que no es el tuyo.
        No cuenta como tuyo ni va en lo que compartes, salvo que lo elijas. Si leímos mal el RUT,
        dilo y ocupa su lugar.
      </p>
      <EditorsOnly>
        <Form action={`/panel/documentos/${category}/editar`} className="mt-3">
          <HiddenField<typeof documentParams> name="id" value={id} />
          <HiddenField<typeof changeBody> name="own" value="true" />
          <Button variant="secondary" compact>
            Sí es mío
            <VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        </Form>
      </EditorsOnly>
    </div>
  );
}

/** Proposes the facts that a program read. They apply once they are confirmed. */
function ReadingQuestion(props: DocumentRef & Advice) {
  const { category, id, name, message, change, warnings, asksEnd, issuedAt } = props;
  const hiddenName = <VisuallyHidden> {name}</VisuallyHidden>;
  const changes = Object.entries(change);
  return (
    <div className="mt-4 rounded-md bg-sunken p-4">
      {message && (
        <p>
          <UnbrokenText text={message} />
        </p>
      )}
      {warnings.map((warning) => (
        <p key={warning} className="font-semibold text-warning">
          <UnbrokenText text={warning} />
        </p>
      ))}
      <EditorsOnly>
        <div className="mt-3 flex flex-wrap gap-2">
          {changes.length > 0 && (
            <Form action={`/panel/documentos/${category}/editar`}>
              <HiddenField<typeof documentParams> name="id" value={id} />
              {changes.map(([field, value]) => (
                <input key={field} type="hidden" name={field} value={value} />
              ))}
              <Button variant="secondary" compact>
                Sí, usar {changes.length > 1 ? 'esas fechas' : 'esa fecha'}
                {hiddenName}
              </Button>
            </Form>
          )}
          <Form action={`/panel/documentos/${category}/editar`}>
            <HiddenField<typeof documentParams> name="id" value={id} />
            {change.expiresAt && <HiddenField<typeof changeBody> name="expiresAt" value="" />}
            {asksEnd && <HiddenField<typeof changeBody> name="endless" value="true" />}
            {issuedAt && <HiddenField<typeof changeBody> name="issuedAt" value={issuedAt} />}
            <Button variant="quiet" compact>
              {asksEnd ? 'No dice hasta cuándo' : changes.length > 0 ? 'No' : 'Entendido'}
              {hiddenName}
            </Button>
          </Form>
        </div>
      </EditorsOnly>
    </div>
  );
}

function KeptActions({ document: { fileId, fileName, contentType } }: Pick<Props, 'document'>) {
  const url = `/api/documents/download?key=${fileId}`;
  const hiddenName = <VisuallyHidden>{fileName}</VisuallyHidden>;
  const mayPreview = contentType === 'application/pdf' || contentType.startsWith('image/');
  return (
    <>
      {mayPreview && (
        <a
          href={`${url}&inline=1`}
          target="_blank"
          rel="noopener"
          className="btn btn-secondary btn-compact"
        >
          Ver
          <VisuallyHidden> {fileName} en otra pestaña</VisuallyHidden>
        </a>
      )}
      <LinkButton href={url} variant="secondary" compact download>
        Descargar {hiddenName}
      </LinkButton>
      <EditorsOnly>
        <LinkButton href={`/panel/documentos/compartir?doc=${fileId}`} variant="secondary" compact>
          Compartir {hiddenName}
        </LinkButton>
      </EditorsOnly>
    </>
  );
}

function stateText(
  { category, state, expiresAt, countedFrom }: ShownDocument,
  now: number,
): string {
  if (state === 'waiting') return 'Buscamos virus en el archivo: suele tomar segundos.';
  if (state === 'infected') return 'El archivo tenía un virus y lo borramos. Sube otro.';
  if (expiresAt !== null) {
    return lapseSentence(daysLeftUntil(expiresAt, now), expiresAt, countedFrom);
  }
  return `${capitalise(undatedText(category, countedFrom))}.`;
}
