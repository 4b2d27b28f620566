/** The failure of a file of texts that is not on the server any more: a newer release has files of other names. */
export class TextFileGone extends Error {}
