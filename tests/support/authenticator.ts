import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { getEnv } from '#lib/platform/config/env.ts';

/** A device that holds one passkey and answers a site as a browser does. */
export function createAuthenticator() {
  const id = randomBytes(32);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const device = {
    /** Number of uses that it reports. 0 means that it does not count. */
    counter: 0,
    origin: new URL(getEnv().appUrl).origin,
    rpId: new URL(getEnv().appUrl).hostname,
    /** True if it checked who holds it. */
    verifies: true,
  };

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: device.origin, crossOrigin: false }));
  const authData = (attested: Buffer) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(device.counter);
    const flags = 1 | (device.verifies ? 4 : 0) | (attested.length > 0 ? 64 : 0);
    return Buffer.concat([
      sha256(Buffer.from(device.rpId)),
      Buffer.from([flags]),
      counter,
      attested,
    ]);
  };
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url') };
  const kind = { type: 'public-key', clientExtensionResults: {} };

  return Object.assign(device, {
    create: (challenge: string) => {
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]);
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        Buffer.from(isoCBOR.encode(key)),
      ]);
      const object = new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(authData(attested))],
      ]);
      const response = {
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(object)).toString('base64url'),
      };
      return { ...named, ...kind, response };
    },
    show: (challenge: string) => {
      const [data, client] = [authData(Buffer.alloc(0)), clientData('webauthn.get', challenge)];
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      const response = {
        authenticatorData: data.toString('base64url'),
        clientDataJSON: client.toString('base64url'),
        signature: signature.toString('base64url'),
      };
      return { ...named, ...kind, response };
    },
  });
}

export type Authenticator = ReturnType<typeof createAuthenticator>;

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
