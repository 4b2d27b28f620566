/** Adds the token of an invitation to a path, to which the sign-in pages then redirect. */
export function addInvitationToken(path: string, token: string): string {
  return `${path}?${new URLSearchParams({ invitation: token }).toString()}`
}

/** Returns the token in a path of `addInvitationToken`; an empty text for other paths. @param path an untrusted text from a URL */
export function invitationTokenIn(path: string): string {
  return new URLSearchParams(path.split('?', 2)[1]).get('invitation') ?? ''
}
