/**
 * Links to everything about each e-mail that was found, because several people may have one name.
 */
export function PeopleFound({ addresses: emails }: { addresses: readonly (string | null)[] }) {
  const distinct = [...new Set(emails.flatMap((email) => email?.toLowerCase() ?? []))];
  if (distinct.length === 0) return null;
  return (
    <p className="mb-6 flex flex-wrap gap-x-4">
      <span className="py-2">Ver todo lo de:</span>
      {distinct.map((email) => (
        <a
          key={email}
          href={`/admin/personas?${new URLSearchParams({ q: email })}`}
          className="py-2 wrap-anywhere"
        >
          {email}
        </a>
      ))}
    </p>
  );
}
