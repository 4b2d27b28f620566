/** The part of the library that we use; the published types lack `preferred`. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: { accept?: string; 'accept-encoding'?: string; 'accept-language'?: string } })
    /** Returns the preferred encoding. @param options `preferred` decides if the client has no preference */
    encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined
    /** Returns all accepted languages, the preferred one first. */
    languages(): string[]
    mediaType(available: readonly string[]): string | undefined
  }
}
