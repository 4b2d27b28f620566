/** Returns a path with the token of an invitation. The sign-in pages redirect to it. */
export function withInvitation(path: string, token: string): string {
  return `${path}?${new URLSearchParams({ invitation: token }).toString()}`
}

/** Returns the token in a path of `withInvitation`; an empty text for other paths. @param path text from a URL; can be hostile */
export function invitationTokenIn(path: string): string {
  return new URLSearchParams(path.split('?', 2)[1]).get('invitation') ?? ''
}
