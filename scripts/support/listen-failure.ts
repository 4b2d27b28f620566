import { PlainFailure } from './plain-failure.ts'

/** Returns the failure to listen as a sentence for its reader; any other error as it is. */
export function listenFailure(error: unknown, host: string, port: number, variable = 'PORT'): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  const hostVariable = variable.replace('PORT', 'HOST')
  if (code === 'EADDRINUSE' || message.endsWith('already in use'))
    return new PlainFailure(
      `${variable} ${port} is in use on ${host}: stop what uses it, or set ${variable} to another number.`,
    )
  if (code === 'EACCES')
    return new PlainFailure(
      `${variable} ${port} may not be used by this user: set ${variable} to a number from 1024 on.`,
    )
  if (code === 'EADDRNOTAVAIL') return new PlainFailure(`${hostVariable} ${host} is no address of this computer.`)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new PlainFailure(`${hostVariable} ${host} cannot be looked up.`)
  return error
}
