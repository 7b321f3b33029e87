import { getPayload } from 'payload';
import config from './payload.config.mjs';

/** Makes the tables, which Payload does automatically only in development, and one account. */
const payload = await getPayload({ config });
const { PEER_EMAIL: email, PEER_PASSWORD: password } = process.env;
await payload.create({ collection: 'users', data: { email, password } });
process.exit(0);
