import { useForm, type DefaultValues, type FieldValues, type Path } from 'react-hook-form'
import type * as z from 'zod/mini'
import { fieldErrors } from '#lib/app-error.ts'
import { validate } from '#lib/validate.ts'

/** Fields inside a question: what is wrong stands on its field, and the question stays open with what was typed. */
export function useConfirmedForm<Fields extends FieldValues>(
  schema: z.ZodMiniType<Fields, Fields>,
  defaultValues: DefaultValues<Fields>,
) {
  const form = useForm<Fields>({ defaultValues })

  /** @throws {AppError} INVALID_INPUT with the wrong fields, or what `save` throws */
  async function confirm(save: (fields: Fields) => Promise<void>): Promise<void> {
    form.clearErrors()
    try {
      await save(validate(schema)(form.getValues()))
    } catch (error) {
      for (const [index, [field, key]] of Object.entries(fieldErrors(error)).entries())
        form.setError(field as Path<Fields>, { message: key }, { shouldFocus: index === 0 })
      throw error
    }
  }

  return { form, confirm }
}
