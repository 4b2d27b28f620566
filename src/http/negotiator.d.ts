/** The part of the library that we use: the types that others have published know nothing of `preferred`. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: { accept?: string; 'accept-encoding'?: string } })
    /** @param options `preferred` decides where the client has no preference */
    encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined
    mediaType(available: readonly string[]): string | undefined
  }
}
