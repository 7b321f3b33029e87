import { Notice } from '#components/ui/notice.tsx';
import { proofPath } from '#lib/domain/erasure/view.ts';
import { formatDay, formatRequestNumber } from '#lib/platform/chile/format.ts';

/** Says that this e-mail was erased before, and links to the proof of each erasure. */
export function ErasureCertificates({
  certificates,
}: {
  certificates: readonly { id: number; erasedAt: number }[];
}) {
  if (certificates.length === 0) return null;
  return (
    <div className="mb-5">
      <Notice title="Ya se borró lo que había con este correo">
        <ul>
          {certificates.map(({ id, erasedAt }) => (
            <li key={id}>
              Se borró el {formatDay(erasedAt)} (
              <a href={proofPath(id)} className="inline-block py-1">
                constancia {formatRequestNumber(id)}
              </a>
              ).
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
