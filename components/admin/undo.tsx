import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';

type Props = {
  children: string | undefined;
  /** What gives back the value from before; nothing where it is not known. */
  back: { action: string; name: string; value: string } | null;
};

/** What was just done, with the way back. */
export function DoneWithUndo({ children, back }: Props) {
  if (!children) return null;
  const action = back?.action;
  return (
    <div className="mb-5">
      <Notice tone="success" role="status">
        <form
          method="post"
          action={action}
          data-once=""
          className="flex flex-wrap items-center gap-x-4 gap-y-2"
        >
          <p>{children}</p>
          {back && (
            <Button variant="secondary" compact name={back.name} value={back.value}>
              Deshacer
            </Button>
          )}
        </form>
      </Notice>
    </div>
  );
}
