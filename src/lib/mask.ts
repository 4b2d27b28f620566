/** The least of an e-mail address that tells its owner and an administrator who knows them which one it is: `j…@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return at < 1 ? '…' : `${first}…${email.slice(at)}`
}
