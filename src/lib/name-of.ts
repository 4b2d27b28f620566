/** The name to call somebody by, or their address while they have not said their name. */
export function nameOf({ name, email }: { name: string; email: string }): string {
  return name || email
}
