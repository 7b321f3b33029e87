type Props = {
  addresses: readonly string[];
  /** Those under which requests are still kept, with how many. */
  left: readonly { address: string; count: number }[];
};

/** Names the addresses that an account had before, and links to the requests that are still under them. */
export function FormerEmails({ addresses: emails, left }: Props) {
  return (
    <div className="mb-6">
      <p className="wrap-anywhere">antes: {emails.join(', ')}</p>
      {left.map(({ address: email, count }) => (
        <p key={email}>
          <a
            href={`/admin?q=${encodeURIComponent(email)}`}
            className="inline-block py-2 wrap-anywhere"
          >
            {count === 1 ? 'Una solicitud sigue' : `${count} solicitudes siguen`} bajo {email}
          </a>
        </p>
      ))}
    </div>
  );
}
