/** What to call somebody who may not have said their name yet. */
export function nameOf({ name, email }: { name: string; email: string }): string {
  return name || email
}

/** Whether a ban stands now. */
export function isBanned({ banned, banExpires }: { banned?: boolean | null; banExpires?: Date | null }): boolean {
  return banned === true && (!banExpires || banExpires > new Date())
}
