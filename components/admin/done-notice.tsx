import { Notice } from '#components/ui/notice.tsx';

export function DoneNotice({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <div className="mb-5">
      <Notice tone="success" role="status">
        <p>{text}</p>
      </Notice>
    </div>
  );
}
