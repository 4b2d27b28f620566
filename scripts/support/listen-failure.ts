import { PlainFailure } from './plain-failure.ts'

/** Converts a failure to listen to an error with a readable message. Returns other errors unchanged. */
export function toListenError(error: unknown, host: string, port: number, variable = 'PORT'): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  const hostVariable = variable.replace('PORT', 'HOST')
  if (code === 'EADDRINUSE' || message.endsWith('already in use'))
    return new PlainFailure(
      `${variable} ${port} is already in use on ${host}: stop the program that uses it, or set ${variable} to another port.`,
    )
  if (code === 'EACCES')
    return new PlainFailure(
      `${variable} ${port} needs more permissions than this user has: set ${variable} to 1024 or higher.`,
    )
  if (code === 'EADDRNOTAVAIL') return new PlainFailure(`${hostVariable} ${host} isn't an address of this computer.`)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new PlainFailure(`${hostVariable} ${host} can't be resolved.`)
  return error
}
