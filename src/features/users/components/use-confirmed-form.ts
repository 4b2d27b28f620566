import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, type DefaultValues, type FieldValues, type Path } from 'react-hook-form'
import type * as z from 'zod/mini'
import { AppError, fieldErrors } from '#lib/app-error.ts'

/** Fields inside a question: what is wrong stands on its field, and the question stays open with what was typed. */
export function useConfirmedForm<Fields extends FieldValues>(
  schema: z.ZodMiniType<Fields, Fields>,
  defaultValues: DefaultValues<Fields>,
) {
  const form = useForm<Fields>({ resolver: zodResolver(schema), defaultValues })

  /** @throws {AppError} INVALID_INPUT, or what `save` throws */
  async function confirm(save: (fields: Fields) => Promise<void>): Promise<void> {
    const isValid = await form.trigger(undefined, { shouldFocus: true })
    if (!isValid) throw new AppError('INVALID_INPUT')
    try {
      await save(schema.parse(form.getValues()))
    } catch (error) {
      for (const [field, key] of Object.entries(fieldErrors(error)))
        form.setError(field as Path<Fields>, { message: key }, { shouldFocus: true })
      throw error
    }
  }

  return { form, confirm }
}
