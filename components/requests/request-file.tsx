import { ConfirmButton } from '#components/ui/confirm-button.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import type { AnswerRow } from '#lib/domain/requests/submissions/view.ts';

type Props = {
  row: AnswerRow;
  action: string | null;
  mayWithdraw: (file: string) => boolean;
};

/** The value of a file's row, with what can be done with the file. */
export function RequestFile({ row: { label, value, href, file }, action, mayWithdraw }: Props) {
  const mayRemove = action !== null && file !== undefined && mayWithdraw(file);
  return (
    <>
      <UnbrokenText text={value} />
      {(href || mayRemove) && (
        <div className="-mb-2 flex flex-wrap items-start gap-x-4 font-normal print:hidden">
          {href && (
            <a href={href} target="_blank" rel="noreferrer" className="inline-block py-2.5">
              Ver<VisuallyHidden> {`${label}, ${value}`}</VisuallyHidden>
            </a>
          )}
          {mayRemove && (
            <EditorsOnly>
              <ConfirmButton
                verb="Quitar"
                subject={`${label}, ${value}`}
                buttonStyle={{ variant: 'quiet', compact: true }}
                question="Tu asesor deja de verlo. Lo que hay en tu carpeta no cambia."
                action={`${action}/quitar`}
                field={{ name: 'archivo', value: file }}
              />
            </EditorsOnly>
          )}
        </div>
      )}
    </>
  );
}
