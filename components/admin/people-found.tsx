/**
 * Links to everything about each e-mail that was found, because several people may have one name.
 */
export function PeopleFound({ emails }: { emails: readonly (string | null)[] }) {
  const distinctEmails = [...new Set(emails.flatMap((email) => email?.toLowerCase() ?? []))];
  if (distinctEmails.length === 0) return null;
  return (
    <p className="mb-6 flex flex-wrap gap-x-4">
      <span className="py-2">Ver todo lo de:</span>
      {distinctEmails.map((email) => (
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
