import type { User } from '@hornets/contract/admin/accounts/auth'

/** The completed share of the profile, from 0 to 1: all fields count equally. */
export function fullnessOf(user: User): number {
  const { email, phone, socials } = user
  const values = [
    user.firstName,
    user.lastName,
    user.imgUrl,
    user.userName,
    email.name,
    phone.number,
    user.sex,
    user.birthday,
    user.lang,
    user.country,
    user.city,
    user.address1,
    user.zipcode,
    user.website,
    socials.twitter,
    socials.facebook,
    socials.linkedin,
  ]
  return values.filter(Boolean).length / values.length
}
