import type { AnswerOf } from '@hornets/contract'
import { type nostrProfile, type Profile, profile } from '@hornets/contract/admin/accounts/account'
import { cleanWords } from '@hornets/contract/text/clean-words'
import { parseSafely } from '@hornets/server/http/serve'
import { z } from 'zod'
import type { EventStore } from '../../events/event-store.ts'
import { readAll } from '../../events/read-scope.ts'

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
const kind0 = z.object({ content: z.string(), tags: z.array(z.array(z.string())) })

/** Profile fields from the latest stored kind 0 of a public key (hex). */
export async function readNostrProfile(events: EventStore, pubkey: string): Promise<AnswerOf<typeof nostrProfile>> {
  const filters = [{ kinds: [0], authors: [pubkey], limit: 1 }]
  for await (const batch of events.query(filters, { scope: readAll })) {
    const [json] = batch.texts()
    const event = json === undefined ? undefined : parseSafely(kind0, JSON.parse(json)).data
    const fields = event && fieldsOf(event)
    if (fields) return { found: true, fields }
  }
  return { found: false, fields: {} }
}

/** Only values that the profile accepts; undefined if the content is not a JSON object. */
function fieldsOf({ content, tags }: z.infer<typeof kind0>): Partial<Profile> | undefined {
  const said = parseSafely(metadata, parsed(content)).data
  if (!said) return undefined
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

function parsed(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}

const two = (number: number) => String(number).padStart(2, '0')
