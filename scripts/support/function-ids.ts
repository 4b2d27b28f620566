/** A server function as the framework finds it: its file and the compiler's name for it. */
interface FoundFunction {
  filename: string
  functionName: string
}

/**
 * Returns a function that names server functions after their file and their own name: `src/features/users/users.functions.ts` +
 * `listUsers_createServerFn_handler` → `users.listUsers`. That function throws if two files have the same name.
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
