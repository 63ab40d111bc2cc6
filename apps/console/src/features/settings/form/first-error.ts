import type { FieldErrors } from 'react-hook-form'

/** The message of the first invalid field, in form order at any depth (SET-18). */
export function firstError(errors: FieldErrors | unknown): string | undefined {
  if (typeof errors !== 'object' || errors === null) return undefined
  if ('message' in errors && typeof errors.message === 'string') return errors.message
  for (const [key, inner] of Object.entries(errors)) {
    const found = key === 'ref' ? undefined : firstError(inner)
    if (found) return found
  }
  return undefined
}
