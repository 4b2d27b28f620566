/** The way to authenticate again that a refused call accepts: any way, or only a code that was sent to the user's address. */
export type Reauthentication = 'any' | 'code'

/** The response header of a call that is refused because the sign-in is too old. Its value is a {@link Reauthentication}. */
export const REAUTHENTICATION_HEADER = 'x-reauthentication'

/** Makes the user authenticate again. @returns whether they did */
type Reauthenticate = (accepted: Reauthentication) => Promise<boolean>

let currentReauthenticate: Reauthenticate | undefined

/** Sets the function that makes the user authenticate again on this page. @returns a function that removes it */
export function setReauthentication(reauthenticate: Reauthenticate): () => void {
  currentReauthenticate = reauthenticate
  return () => {
    if (currentReauthenticate === reauthenticate) currentReauthenticate = undefined
  }
}

/** Makes the user authenticate again if a response asks for it and the page can. @returns whether they did */
export async function reauthenticateIfAsked({ headers }: Response): Promise<boolean> {
  const accepted = headers.get(REAUTHENTICATION_HEADER)
  return accepted !== null && (await currentReauthenticate?.(accepted === 'code' ? 'code' : 'any')) === true
}
