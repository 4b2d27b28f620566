import * as z from 'zod/mini'
import { emailField } from '#person/person-fields.ts'

export const emailInput = z.object({ email: emailField })
