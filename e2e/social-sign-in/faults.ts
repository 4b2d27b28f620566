import { testedBy, type Fault } from '../faults/fault.ts'

/** The faults about the providers of sign-in, which `npm run test:faults` runs. */
export const PROVIDER_FAULTS: Fault[] = [
  testedBy(
    {
      row: 30,
      title: 'GitHub or Google never answers',
      how: 'the provider leaves each call open',
      pass: 'a page reports the failure within 15 s',
    },
    { file: 'e2e/social-sign-in/social-sign-in.http.e2e.ts', title: "a provider that doesn't respond" },
  ),
]
