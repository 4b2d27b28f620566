/** A file of texts, or the list of them, is not on the server any more: a newer release has files of other names. */
export class TextFileGone extends Error {}
