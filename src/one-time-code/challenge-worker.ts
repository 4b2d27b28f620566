import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { handler } from 'altcha-lib/workers/shared'

// A Web Worker that hashes with the browser's built-in crypto.
handler({ deriveKey })
