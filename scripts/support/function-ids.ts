/** A server function as the framework finds it: its file, and what the compiler calls it. */
interface FoundFunction {
  filename: string
  functionName: string
}

/**
 * Names server functions after their file and themselves: `src/features/users/users.functions.ts` +
 * `listUsers_createServerFn_handler` → `users.listUsers`.
 * @returns what gives one its name; it throws when two files would give the same names
 */
export function functionIds(): (found: FoundFunction) => string {
  const files = new Map<string, string>()
  return ({ filename, functionName }) => {
    const name = filename.split('/').pop()?.split('.')[0] ?? 'app'
    const other = files.get(name) ?? filename
    if (other !== filename)
      throw new Error(
        `The server functions of ${other} and ${filename} would both be called ${name}.*: rename one file.`,
      )
    files.set(name, filename)
    return `${name}.${functionName.replace(/_createServerFn_handler$/, '')}`
  }
}
