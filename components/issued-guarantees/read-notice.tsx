import { Notice } from '#components/ui/notice.tsx';

/** Shows that a program read the document, so that the form has to be checked. */
export function ReadNotice({ message }: { message: string | undefined }) {
  return (
    <div className="mb-6" tabIndex={-1} data-focus="">
      <Notice role="status">
        <p>{message}</p>
      </Notice>
    </div>
  );
}
