const RULES = 'src/architecture/import-rules.ts'

/** Returns the names of the folders of `src` that lose all of their files. */
export function emptiedFolders(files: readonly string[], isGone: (file: string) => boolean): string[] {
  const folderOf = (file: string) => /^src\/([\w-]+)\//.exec(file)?.[1] ?? []
  const kept = new Set(files.filter((file) => !isGone(file)).flatMap(folderOf))
  return [...new Set(files.flatMap(folderOf))].filter((folder) => !kept.has(folder))
}

/** Removes folders from the import rules or from docs/architecture.md: their rows, and their names in the rows of other folders. */
export function withoutFolders(file: string, text: string, folders: readonly string[]): string {
  return folders.reduce((rest, folder) => withoutFolder(file, rest, folder), text)
}

function withoutFolder(file: string, text: string, folder: string): string {
  if (file === RULES)
    return text
      .replaceAll(new RegExp(String.raw`(?:^  //.*\n)*^  '?${folder}'?: \[[^\]]*\],\n`, 'gm'), '')
      .replaceAll(new RegExp(String.raw`^ +'${folder}',\n`, 'gm'), '')
      .replaceAll(new RegExp(`'${folder}', |, '${folder}'(?=\\])`, 'g'), '')
  if (file !== 'docs/architecture.md') return text
  return text
    .replaceAll(new RegExp(String.raw`^(?:  ${folder}/ |\| ${folder} \|).*\n`, 'gm'), '')
    .replaceAll(/^\| [\w./-]+ \| [\w., -]+ \|$/gm, (row) =>
      row.replaceAll(new RegExp(`(?<=\\| )${folder}, |, ${folder}(?=,| \\|$)`, 'g'), ''),
    )
}
