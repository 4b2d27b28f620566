/** Declares the functions of the library that this app uses, because the library has no types. */
declare module 'pluralize' {
  const pluralize: { isPlural(word: string): boolean; plural(word: string): string; singular(word: string): string }
  export default pluralize
}
