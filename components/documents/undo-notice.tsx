import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { Notice } from '#components/ui/notice.tsx';

type Deleted = { id: string; category: string; customTitle: string | null; fileName: string };
type Props = { document: Deleted; isNew?: boolean };

/** While it can be undone. Right after it takes the deleted row's focus, and with JavaScript is gone in ten seconds. */
export function UndoNotice({ document, isNew = false }: Props) {
  const { id, category, customTitle, fileName } = document;
  const fleeting = isNew ? { 'data-vanishes': '10', 'data-focus': '', tabIndex: -1 } : {};
  return (
    <div className="mb-6" {...fleeting}>
      <Notice role="status">
        <Form
          action={`/panel/documentos/${category}/recuperar`}
          className="flex flex-wrap items-center gap-x-4 gap-y-2"
        >
          <p className="min-w-0 break-words">Eliminaste {customTitle ?? fileName}.</p>
          <input type="hidden" name="documentId" value={id} />
          <Button variant="secondary" compact>
            Deshacer
          </Button>
        </Form>
      </Notice>
    </div>
  );
}
