import type { AnswerOf } from '@hornets/contract'
import { type nostrProfile, type Profile, profile } from '@hornets/contract/admin/accounts/account'
import { cleanWords } from '@hornets/contract/text/clean-words'
import { parseSafely } from '@hornets/server/http/serve'
import { z } from 'zod'
import type { EventStore } from '../../events/event-store.ts'
import { findProfile } from '../../profiles/profiles.ts'

/** The parts of kind 0 that we use (NIP-01, NIP-24); malformed fields count as missing. */
const text = z.string().transform(cleanWords).catch('')
const metadata = z.object({
  name: text,
  display_name: text,
  displayName: text,
  picture: text,
  website: text,
  birthday: z
    .object({ year: z.number().int(), month: z.number().int(), day: z.number().int() })
    .optional()
    .catch(undefined),
})

/** Profile fields from the latest stored kind 0 of a public key (hex). */
export async function readNostrProfile(events: EventStore, pubkey: string): Promise<AnswerOf<typeof nostrProfile>> {
  const found = await findProfile(events, pubkey)
  // What cannot be read is read as nothing.
  const said = found && Object.keys(found.said).length > 0 && parseSafely(metadata, found.said).data
  return said ? { found: true, fields: fieldsOf(said, found.tags) } : { found: false, fields: {} }
}

/** Only values that the profile accepts. */
function fieldsOf(said: z.infer<typeof metadata>, tags: readonly string[][]): Partial<Profile> {
  const { name, picture, website, birthday } = said
  const [firstName = '', ...rest] = (said.display_name || said.displayName).trim().split(/\s+/)
  // NIP-39: ["i", "twitter:handle", proof].
  const twitter = tags.find(([letter, value]) => letter === 'i' && value?.startsWith('twitter:'))?.[1]?.slice(8)
  const fields = {
    userName: name,
    firstName,
    lastName: rest.join(' '),
    imgUrl: picture,
    website,
    birthday: birthday && [birthday.year, two(birthday.month), two(birthday.day)].join('-'),
    socials: twitter && { twitter, facebook: '', linkedin: '' },
  }
  const good = Object.entries(fields).flatMap(([key, value]) => {
    const result = parseSafely(profile.shape[key as keyof Profile], value)
    return value && result.success && result.data !== '' ? [[key, result.data]] : []
  })
  return Object.fromEntries(good)
}

const two = (number: number) => String(number).padStart(2, '0')
