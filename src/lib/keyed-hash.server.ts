import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/**
 * HMAC-SHA-256 of a text, as base64url. Without the secret nobody can tell which text it came from, short ones included.
 * @param purpose keeps hashes made for different ends apart
 */
export function keyedHash(secret: string, purpose: string, text: string): string {
  return createHmac('sha256', keyFor(secret, purpose)).update(text).digest('base64url')
}

/** Encrypts a text so that only this secret and purpose open it (AES-256-GCM). */
export function seal(secret: string, purpose: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, purpose), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/**
 * Opens what `seal` made with one of these secrets, which are tried in turn.
 * @throws when the text was changed or sealed for another secret or purpose
 */
export function unseal([secret = '', ...others]: string[], purpose: string, sealed: string): string {
  try {
    return open(secret, purpose, sealed)
  } catch (error) {
    if (others.length === 0) throw error
    return unseal(others, purpose, sealed)
  }
}

function open(secret: string, purpose: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  // Of full length always: a shorter tag would open too, and be easier to forge.
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secret, purpose), bytes.subarray(0, 12), {
    authTagLength: 16,
  })
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

const keys = new Map<string, Buffer>()

function keyFor(secret: string, purpose: string): Buffer {
  const name = `${purpose}\n${secret}`
  let key = keys.get(name)
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', secret, 'latchkey', purpose, 32))
    keys.set(name, key)
  }
  return key
}
