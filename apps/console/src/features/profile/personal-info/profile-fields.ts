import type { Profile } from '@hornets/contract/admin/accounts/account'
import type { User } from '@hornets/contract/admin/accounts/auth'

/** The form's fields, flat: one name, one value and one error each. */
export type ProfileValues = Omit<Profile, 'socials'> & Profile['socials']
export type ProfileField = keyof ProfileValues

/** In page order, by card. */
export const profileCards = {
  name: ['firstName', 'lastName', 'userName', 'imgUrl'],
  about: ['birthday', 'sex', 'lang'],
  contact: ['email', 'phone', 'website'],
  address: ['address1', 'zipcode', 'city', 'country'],
  socials: ['twitter', 'facebook', 'linkedin'],
} as const satisfies Record<string, readonly ProfileField[]>

const socialFields: readonly string[] = profileCards.socials

export function valuesOf(user: User): ProfileValues {
  const { id: _id, npub: _npub, role: _role, email, phone, socials, sex, ...rest } = user
  return { ...rest, ...socials, sex: sex as Profile['sex'], email: email.name, phone: phone.number }
}

/** Changed fields as posted; socials are posted together. */
export function bodyOf(saved: ProfileValues, draft: ProfileValues): Partial<Profile> {
  const changed = changedFields(saved, draft)
  const { twitter, facebook, linkedin } = draft
  const own = changed.filter(field => !socialFields.includes(field)).map(field => [field, draft[field]])
  const withSocials = changed.length > own.length
  return { ...Object.fromEntries(own), ...(withSocials && { socials: { twitter, facebook, linkedin } }) }
}

export function changedFields(saved: ProfileValues, draft: ProfileValues): ProfileField[] {
  return (Object.keys(draft) as ProfileField[]).filter(field => draft[field] !== saved[field])
}

/** Values of a Nostr profile that differ from the draft, and how many fields they fill. */
export function fillFrom(
  draft: ProfileValues,
  found: Partial<Profile>,
): { filled: Partial<ProfileValues>; count: number } {
  const { socials, ...rest } = found
  const said = Object.entries({ ...rest, ...socials }).filter(
    ([field, value]) => value && field in draft && draft[field as ProfileField] !== value,
  )
  return { filled: Object.fromEntries(said), count: said.length }
}

/** The part of stored edits that still has a field and differs from the draft. */
export function fitProfile(draft: ProfileValues, kept: Readonly<Record<string, unknown>>): Partial<ProfileValues> {
  const fitting = (Object.keys(draft) as ProfileField[]).filter(
    field => typeof kept[field] === 'string' && kept[field] !== draft[field],
  )
  return Object.fromEntries(fitting.map(field => [field, kept[field]]))
}
