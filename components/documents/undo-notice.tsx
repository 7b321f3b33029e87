import { TemporaryNotice } from '#components/documents/temporary-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { HiddenField } from '#components/ui/hidden-field.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { restoreBody } from '#lib/domain/documents/schema.ts';

type DeletedDocument = {
  id: string;
  category: string;
  customTitle: string | null;
  fileName: string;
};
type Props = { document: DeletedDocument; isNew?: boolean };

/**
 * Offers to undo a deletion. If the deletion is new, the notice takes the focus and disappears
 * after ten seconds.
 */
export function UndoNotice({ document, isNew = false }: Props) {
  const { id, category, customTitle, fileName } = document;
  const notice = (
    <EditorsOnly>
      <Notice role="status">
        <Form
          action={`/panel/documentos/${category}/recuperar`}
          className="flex flex-wrap items-center gap-x-4 gap-y-2"
        >
          <p className="min-w-0 break-words">
            {isNew ? 'Eliminaste' : 'Se eliminó'} {customTitle ?? fileName}.
          </p>
          <HiddenField<typeof restoreBody> name="documentId" value={id} />
          <Button variant="secondary" compact>
            Deshacer
          </Button>
        </Form>
      </Notice>
    </EditorsOnly>
  );
  return isNew ? <TemporaryNotice>{notice}</TemporaryNotice> : <div className="mb-6">{notice}</div>;
}
