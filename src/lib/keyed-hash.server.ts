import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Returns the HMAC-SHA-256 of a text as base64url. Without the secret even short texts cannot be guessed.
 * @param purpose separates hashes for different uses
 */
export function keyedHash(secret: string, purpose: string, text: string): string {
  return createHmac('sha256', keyFor(secret, purpose)).update(text).digest('base64url')
}

/** Encrypts a text for this secret and purpose (AES-256-GCM). */
export function encrypt(secret: string, purpose: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, purpose), nonce)
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/**
 * Decrypts a text of `encrypt`; tries each secret.
 * @throws if the text was changed or has another secret or purpose
 */
export function decrypt([secret = '', ...others]: string[], purpose: string, encrypted: string): string {
  try {
    return decryptWith(secret, purpose, encrypted)
  } catch (error) {
    if (others.length === 0) throw error
    return decrypt(others, purpose, encrypted)
  }
}

function decryptWith(secret: string, purpose: string, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64url')
  // Require the full length, because a shorter tag would be accepted too and is easier to forge.
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secret, purpose), bytes.subarray(0, 12), {
    authTagLength: 16,
  })
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

const derivedKeys = new Map<string, Buffer>()

function keyFor(secret: string, purpose: string): Buffer {
  const name = `${purpose}\n${secret}`
  let key = derivedKeys.get(name)
  if (!key) {
    // The salt is fixed and not the slug, because another salt would make stored values unreadable.
    key = Buffer.from(hkdfSync('sha256', secret, 'latchkey', purpose, 32))
    derivedKeys.set(name, key)
  }
  return key
}
