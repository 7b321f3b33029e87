import { placeText } from '#components/panel/place-text.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { signInCopy } from '#lib/domain/audit/copy.ts';
import { formatDateTime } from '#lib/platform/format.ts';

type Props = {
  signIns: readonly {
    id: number;
    action: string;
    device: string | null;
    place: string;
    at: number;
  }[];
};

export function SignInList({ signIns }: Props) {
  if (signIns.length === 0) return <EmptyState art="tray">Todavía no hay ingresos.</EmptyState>;
  return (
    <ol className="border-t border-line">
      {signIns.map(({ id, action, device, place, at }) => (
        <li key={id} className="border-b border-line py-3">
          <p className="font-semibold wrap-anywhere">
            {signInCopy[action]}
            {device && `, ${device}`}
          </p>
          <p className="text-sm text-ink-soft tabular-nums">
            {formatDateTime(at)} · {placeText(place)}
          </p>
        </li>
      ))}
    </ol>
  );
}
