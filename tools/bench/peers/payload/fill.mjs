import { getPayload } from 'payload';
import config from './payload.config.mjs';

/** Creates an account and the tables, which Payload creates by itself only in development. */
const payload = await getPayload({ config });
const { PEER_EMAIL: email, PEER_PASSWORD: password } = process.env;
await payload.create({ collection: 'users', data: { email, password } });
process.exit(0);
