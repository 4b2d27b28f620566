import * as z from 'zod/mini'
import { isVisibleText } from './text-safety.ts'

type NameProblem = 'nameRequired' | 'nameTooLong' | 'nameInvalid'

/** Creates a field for a name: trimmed, visible, not too long. @param message returns the options of the check for a problem */
export function visibleNameField(message: (key: NameProblem) => { error: string; abort: boolean }, maxLength: number) {
  return z
    .string(message('nameRequired'))
    .check(
      z.trim(),
      z.minLength(1, message('nameRequired')),
      z.maxLength(maxLength, message('nameTooLong')),
      z.refine(isVisibleText, message('nameInvalid')),
    )
}
