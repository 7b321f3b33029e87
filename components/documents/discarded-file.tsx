import { TemporaryNotice } from '#components/documents/temporary-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { Notice } from '#components/ui/notice.tsx';

/** Offers to bring back an uploaded file that was discarded a moment ago. */
export function DiscardedFile({ id, fileName }: { id: string; fileName: string }) {
  return (
    <TemporaryNotice>
      <EditorsOnly>
        <Notice role="status">
          <Form
            action="/panel/documentos/ordenar/guardar"
            className="flex flex-wrap items-center gap-x-4 gap-y-2"
          >
            <p className="min-w-0 break-words">Descartaste {fileName}.</p>
            <input type="hidden" name="recuperar" value={id} />
            <Button variant="secondary" compact>
              Deshacer
            </Button>
          </Form>
        </Notice>
      </EditorsOnly>
    </TemporaryNotice>
  );
}
