import * as z from 'zod/mini'
import { nameField } from '#person/person-fields.ts'

export const nameInput = z.object({ name: nameField })
