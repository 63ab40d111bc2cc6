import {
  type MailPreferences,
  mailPreferences,
  type Profile,
  profile as profileFields,
} from '@hornets/contract/admin/account'
import type { User } from '@hornets/contract/admin/auth'
import * as z from 'zod/mini'
import type { Account } from './store.ts'

const blank: Profile = {
  firstName: '',
  lastName: '',
  imgUrl: '',
  userName: '',
  email: '',
  phone: '',
  sex: '',
  birthday: '',
  lang: '',
  country: '',
  city: '',
  address1: '',
  zipcode: '',
  website: '',
  socials: { twitter: '', facebook: '', linkedin: '' },
}

/** The profile as it is kept; what nobody has filled in is empty. */
export function profileOf({ profile }: Pick<Account, 'profile'>): Profile {
  return { ...blank, ...z.partial(profileFields).parse(JSON.parse(profile)) }
}

/** The signed-in admin as the console knows it (PROFILE-01). */
export function userOf(account: Account): User {
  const { email, phone, ...fields } = profileOf(account)
  return {
    ...fields,
    id: account.id,
    npub: account.pubkey,
    role: account.role,
    email: { name: email, verified: account.email_verified === 1 },
    // Nobody can be sent a text message from here.
    phone: { number: phone, verified: false },
  }
}

const allMails: MailPreferences = { newSignIn: true, accountChange: true }

/** Which mails an admin wants; all, until they choose. */
export function preferencesOf({ mail_preferences }: Pick<Account, 'mail_preferences'>): MailPreferences {
  return { ...allMails, ...z.partial(mailPreferences).parse(JSON.parse(mail_preferences)) }
}
