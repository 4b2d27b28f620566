import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { handler } from 'altcha-lib/workers/shared'

// A worker: hashes, with what the browser has built in, until told to stop.
handler({ deriveKey })
