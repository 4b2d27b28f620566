/** The part of the library that we use: it comes without types. */
declare module 'pluralize' {
  const pluralize: { isPlural(word: string): boolean; singular(word: string): string }
  export default pluralize
}
