/** What to call somebody who may not have said their name yet. */
export function nameOf({ name, email }: { name: string; email: string }): string {
  return name || email
}
