/** A POST request, as a webhook sends it. */
export interface HttpRequest {
  url: string
  headers: Record<string, string>
  body: string
}

/** Returns a POST request as a command for a POSIX shell. Every value is quoted, so that the shell interprets none of them. */
export function curlOf({ url, headers, body }: HttpRequest): string {
  const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
  const lines = Object.entries(headers).map((header) => `-H ${quote(header.join(': '))}`)
  return ['curl -X POST', ...lines, `--data-raw ${quote(body)}`, quote(url)].join(' \\\n  ')
}
