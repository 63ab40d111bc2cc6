import * as z from 'zod/mini'
import { messages } from '../../messages.ts'

/** Rules that several groups share. */
export const toggle = z.boolean()
export const text = z.string().check(z.trim(), z.maxLength(2000))

export const requiredText = (message: string) => text.check(z.minLength(1, { error: message }))

/** An empty number reports that it is required; other invalid ones report the allowed range. */
export const number = (message: string) =>
  z.number({ error: issue => (issue.input === undefined || issue.input === null ? messages.fieldRequired : message) })

export const wholeNumber = (min: number, message: string = messages.fieldRequired) =>
  number(message).check(z.int(messages.wholeNumber), z.minimum(min, message), z.maximum(1_000_000_000))

export const atLeast1 = wholeNumber(1, messages.atLeast1)
export const atLeast100 = wholeNumber(100, messages.atLeast100)

/** User info in an address with a scheme: `https://name:password@host`. */
const userInfo = /^(https?:[\\/]*|[a-z][a-z\d+.-]*:[\\/]{2,})[^\\/?#]*@/i
/** The same for service addresses, where the scheme is optional. */
const userInfoOfService = /^(?:[a-z][a-z\d+.-]*:)?[\\/]*[^\\/?#]*@/i

export const withoutUserInfo = (address: string): string => address.replace(userInfo, '$1')

/** Settings are visible to every role and stay in the audit log: so would a password in an address. */
export const hasNoUserInfo = (address: string): boolean => !userInfo.test(address)

/** Clients turn these into links, and other schemes could run something. Without a scheme it is plain text. */
const publicScheme = /^(https?|mailto|nostr):/i
const anyScheme = /^[a-z][a-z\d+.-]*:/i

/** A public address, or text that is not one. Browsers ignore blanks and control characters in a scheme. */
export const publicAddress = text.check(
  z.refine(hasNoUserInfo, { error: messages.urlWithPassword }),
  z.refine(
    value => {
      const seen = value.replace(/[\s\p{Cc}]/gu, '')
      return !anyScheme.test(seen) || publicScheme.test(seen)
    },
    { error: messages.publicAddressInvalid },
  ),
)

/** The address of an image that clients load. */
export const imageAddress = text.check(
  z.refine(address => address === '' || (/^https?:\/\/./i.test(address) && URL.canParse(address)), {
    error: messages.urlInvalid,
  }),
  z.refine(hasNoUserInfo, { error: messages.urlWithPassword }),
)

export const policyCharacters = 20_000

/** The address of a page elsewhere, if that is all of the document. */
export const addressInstead = (document: string): string | undefined =>
  /^https?:\S*$/i.test(document) ? document : undefined

/** Text for everyone, or the address of a page that has it. */
export const policyDocument = z.string().check(
  z.trim(),
  z.maxLength(policyCharacters, messages.policyTooLong),
  // Bytes of another kind of file, which no text contains.
  z.refine(text => !text.includes('\0'), { error: messages.policyNotText }),
  z.refine(text => addressInstead(text) === undefined || URL.canParse(text), { error: messages.urlInvalid }),
  z.refine(text => addressInstead(text) === undefined || hasNoUserInfo(text), { error: messages.urlWithPassword }),
)

/** Websocket addresses, one per line, without a path. */
export const relayAddresses = text.check(
  z.refine(lines => lines.split(/\s+/).filter(Boolean).every(isRelayAddress), {
    error: messages.relayAddressesInvalid,
  }),
)

function isRelayAddress(line: string): boolean {
  if (!URL.canParse(line)) return false
  const { protocol, username, password, hostname, pathname, search, hash } = new URL(line)
  if (!['ws:', 'wss:'].includes(protocol) || hostname === '') return false
  return username + password + search + hash === '' && pathname === '/'
}

const hostForm = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?\.?$/i
const ipv6Form = /^(?=.*:.*:)[0-9a-f:.]+$/i

/** A name or an address without scheme and port, or empty. */
export const hostName = text.check(
  z.refine(host => host === '' || hostForm.test(host) || ipv6Form.test(host), { error: messages.hostInvalid }),
)

/** Address of a service, with or without scheme. */
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
