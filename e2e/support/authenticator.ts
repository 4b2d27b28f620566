import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_KEY = 0x40

interface Behaviour {
  /** The origin of the page that the browser is on. */
  origin?: string
  /** Whether the device has verified its user. */
  isVerified?: boolean
  /** The number of signatures that the device claims to have made. */
  counter?: number
  challenge?: string
  userHandle?: string
}

interface Options {
  challenge: string
  rpId?: string
  rp?: { id?: string }
  user?: { id: string }
}

/** A simulated device with one passkey, which responds without a browser and can be made to send false data. */
export class Authenticator {
  readonly #key: KeyObject
  readonly #publicKey: Buffer
  readonly #id = randomBytes(32)
  readonly #origin: string
  #userHandle: string | undefined
  counter = 0

  constructor(origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#key = privateKey
    // The key as COSE: type EC2, ES256, P-256, x, y.
    this.#publicKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ])
    this.#origin = origin
  }

  /** Creates the requested passkey. */
  create(options: Options, behaviour: Behaviour = {}) {
    this.#userHandle = options.user?.id
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.#id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, this.#id, this.#publicKey])
    const data = Buffer.concat([this.#data(options.rp?.id ?? '', HAS_KEY, behaviour), attested])
    const size = Buffer.alloc(2)
    size.writeUInt16BE(data.length)
    // { fmt: 'none', attStmt: {}, authData: data }
    const attestationObject = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
      size,
      data,
    ])
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options, behaviour).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** Returns the response to a challenge. */
  answer(options: Options, behaviour: Behaviour = {}) {
    const client = this.#clientData('webauthn.get', options, behaviour)
    const data = this.#data(options.rpId ?? '', 0, behaviour)
    const signature = createSign('sha256').update(data).update(hash(client)).sign(this.#key)
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: behaviour.userHandle ?? this.#userHandle,
      },
    }
  }

  #credential() {
    const id = this.#id.toString('base64url')
    return { id, rawId: id, type: 'public-key' as const }
  }

  #clientData(type: string, options: Options, { origin = this.#origin, challenge = options.challenge }: Behaviour) {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #data(rpId: string, flags: number, { isVerified = true, counter = ++this.counter }: Behaviour): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([hash(Buffer.from(rpId)), Buffer.from([flags | PRESENT | (isVerified ? VERIFIED : 0)]), count])
  }
}

function hash(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
