import * as z from 'zod/mini'
import { messages } from '../../messages.ts'

/** Rules that several groups share. */
export const toggle = z.boolean()
export const text = z.string().check(z.trim(), z.maxLength(2000))

export const requiredText = (message: string) => text.check(z.minLength(1, { error: message }))

/** A number left empty says that it is required; anything else that is none, what the field allows. */
export const number = (message: string) =>
  z.number({ error: issue => (issue.input === undefined || issue.input === null ? messages.fieldRequired : message) })

export const wholeNumber = (min: number, message: string = messages.fieldRequired) =>
  number(message).check(z.int(messages.wholeNumber), z.minimum(min, message), z.maximum(1_000_000_000))

export const atLeast1 = wholeNumber(1, messages.atLeast1)
export const atLeast100 = wholeNumber(100, messages.atLeast100)

/** A name or password before the host of an address with a scheme: `https://name:password@host`. */
const userInfo = /^(https?:[\\/]*|[a-z][a-z\d+.-]*:[\\/]{2,})[^\\/?#]*@/i
/** The same where nothing but the address of a service can stand, so that it may have no scheme. */
const userInfoOfService = /^(?:[a-z][a-z\d+.-]*:)?[\\/]*[^\\/?#]*@/i

/** The address without the name and password in it. */
export const withoutUserInfo = (address: string): string => address.replace(userInfo, '$1')

/** A setting is shown to every role and stands in the audit log for good: a password in an address would, too. */
export const hasNoUserInfo = (address: string): boolean => !userInfo.test(address)

/** An address, or what else tells of somebody or something. */
export const textOrAddress = text.check(z.refine(hasNoUserInfo, { error: messages.urlWithPassword }))

/** Where a service is reached, with a scheme or without. */
export const serviceAddress = (message: string) =>
  requiredText(message).check(
    z.refine(address => !userInfoOfService.test(address), { error: messages.urlWithPassword }),
  )

export const httpUrl = (message: string = messages.urlInvalid) =>
  serviceAddress(message).check(z.refine(isHttpUrl, { error: message }))

function isHttpUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  return ['http:', 'https:'].includes(new URL(value).protocol)
}
