import { z } from 'zod'
import { messages } from '../../messages.ts'

/** Rules that several groups share. */
export const toggle = z.boolean()
export const text = z.string().trim().max(2000)

export const requiredText = (message: string) => text.min(1, { error: message })

/** A number left empty says that it is required; anything else that is none, what the field allows. */
export const number = (message: string) =>
  z.number({ error: issue => (issue.input === undefined || issue.input === null ? messages.fieldRequired : message) })

export const wholeNumber = (min: number, message: string = messages.fieldRequired) =>
  number(message).int(messages.wholeNumber).min(min, message).max(1_000_000_000)

export const atLeast1 = wholeNumber(1, messages.atLeast1)
export const atLeast100 = wholeNumber(100, messages.atLeast100)

export const httpUrl = (message: string = messages.urlInvalid) =>
  text.min(1, { error: message }).refine(isHttpUrl, { error: message })

function isHttpUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  return ['http:', 'https:'].includes(new URL(value).protocol)
}
