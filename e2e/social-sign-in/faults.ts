import { heldBy, type Fault } from '../faults/fault.ts'

/** Rows about the sites through which people sign in. */
export const PROVIDER_FAULTS: Fault[] = [
  heldBy(
    {
      row: 30,
      title: 'GitHub or Google never answers',
      how: 'each of the calls to a provider is left open',
      pass: 'a page says that it failed, within 15 s',
    },
    { file: 'e2e/social-sign-in/social-sign-in.http.e2e.ts', title: 'where a provider never answers' },
  ),
]
