type Props = {
  emails: readonly string[];
  /** Number of leads that still have each of these e-mails. */
  counts: readonly { email: string; count: number }[];
};

/** Shows the former e-mails of an account, with links to the leads that still have one of them. */
export function PreviousEmails({ emails, counts }: Props) {
  return (
    <div className="mb-6">
      <p className="wrap-anywhere">antes: {emails.join(', ')}</p>
      {counts.map(({ email, count }) => (
        <p key={email}>
          <a
            href={`/admin?${new URLSearchParams({ q: email })}`}
            className="inline-block py-2 wrap-anywhere"
          >
            {count === 1 ? 'Una solicitud sigue' : `${count} solicitudes siguen`} bajo {email}
          </a>
        </p>
      ))}
    </div>
  );
}
