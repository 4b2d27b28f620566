import * as z from 'zod/mini'
import { nameField } from '#auth/person-fields.ts'

export const nameInput = z.object({ name: nameField })
