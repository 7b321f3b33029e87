import { sqliteAdapter } from '@payloadcms/db-sqlite';
import { buildConfig } from 'payload';

const fields = (process.env.PEER_FIELDS ?? '').split(',').filter(Boolean);

/** Everybody can send a request, and only logged-in users can read one: Payload's default. */
export default buildConfig({
  secret: 'a bench has no secrets',
  telemetry: false,
  typescript: { autoGenerate: false },
  // `wal` means WAL mode with `synchronous = FULL`.
  db: sqliteAdapter({ client: { url: process.env.PEER_DATABASE ?? 'file:unused.db' }, wal: true }),
  collections: [
    { slug: 'users', auth: true, fields: [] },
    {
      slug: 'requests',
      access: { create: () => true },
      fields: fields.map((name) => ({ name, type: name === 'garantias' ? 'json' : 'text' })),
    },
    { slug: 'media', upload: { staticDir: process.env.PEER_FILES ?? 'files' }, fields: [] },
  ],
});
