import { fromList } from '#components/admin/lead-form.ts';
import { FactFields } from '#components/issued/fact-fields.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { FileField } from '#components/ui/file-field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { differenceText } from '#lib/domain/issued/copy.ts';
import { type Difference, MAX_NOTE } from '#lib/domain/issued/schema.ts';
import { formatSize } from '#lib/platform/format.ts';

type Props = {
  leadId: number;
  item: number;
  list: string;
  values: Partial<Record<string, string>>;
  errors: Record<string, string>;
  today: string;
  maxUploadMb: number;
  /** Of what is filled in, against what was asked for; told once the form was sent. */
  differences: readonly Difference[];
  /** What an earlier try left with us. */
  stored: { id: string; fileName: string; size: number | null } | null;
};

/** The file is the last field: what was typed before it comes back also when it is refused. */
export function IssueForm(props: Props) {
  const { leadId, item, list, values, errors, differences, stored } = props;
  return (
    <Card>
      <form
        method="post"
        action={`/f/admin/leads/${leadId}/emision/${item}/guardar${fromList(list)}`}
        encType="multipart/form-data"
        data-once=""
        noValidate
        className="grid gap-5"
      >
        {differences.length > 0 && (
          <div className="grid gap-4 rounded-md bg-sunken p-4">
            <Notice tone="warning" title="No dice lo mismo que la solicitud">
              <ul className="list-disc pl-5 wrap-anywhere">
                {differences.map((one) => (
                  <li key={one.field}>{differenceText(one)}</li>
                ))}
              </ul>
            </Notice>
            <TextArea
              name="differenceReason"
              label="Por qué difiere"
              hint="Queda en la historia de la garantía."
              rows={2}
              maxLength={MAX_NOTE}
              defaultValue={values.differenceReason ?? ''}
              error={errors.differenceReason}
            />
          </div>
        )}
        <FactFields {...props} />
        {stored && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line px-4 py-2">
            <input type="hidden" name="documentId" value={stored.id} />
            <Icon name="file" className="size-6 text-success" />
            <span className="min-w-0 flex-1 wrap-anywhere">
              <span className="font-semibold">{stored.fileName}</span>{' '}
              <span className="text-sm whitespace-nowrap text-ink-soft">
                {stored.size !== null && `${formatSize(stored.size)}, `}recibido
              </span>
            </span>
          </p>
        )}
        <FileField
          name="file"
          label={stored ? 'Otro archivo en su lugar' : 'Documento emitido'}
          optional={stored !== null}
          types="PDF, JPG o PNG"
          accept=".pdf,.jpg,.jpeg,.png"
          maxMb={props.maxUploadMb}
          error={errors.file}
        />
        <div>
          <Button wide>Registrar emisión</Button>
          <p className="mt-3 text-sm text-ink-soft">
            Quien la pidió recibe un correo con el enlace a su garantía.
          </p>
        </div>
      </form>
    </Card>
  );
}
