import {
  type MailPreferences,
  mailPreferences,
  type Profile,
  profile as profileFields,
} from '@hornets/contract/admin/accounts/account'
import type { User } from '@hornets/contract/admin/accounts/auth'
import * as z from 'zod/mini'
import type { Account } from './account-store.ts'

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

/** The stored profile; missing fields are empty. */
export function profileOf({ profile }: Pick<Account, 'profile'>): Profile {
  return { ...blank, ...z.partial(profileFields).parse(JSON.parse(profile)) }
}

export function userOf(account: Account): User {
  const { email, phone, ...fields } = profileOf(account)
  return {
    ...fields,
    id: account.id,
    npub: account.pubkey,
    role: account.role,
    email: { name: email, verified: account.email_verified === 1 },
    // The relay sends no text messages, so phone numbers stay unverified.
    phone: { number: phone, verified: false },
  }
}

const allMails: MailPreferences = { newSignIn: true, accountChange: true }

export function preferencesOf({ mail_preferences }: Pick<Account, 'mail_preferences'>): MailPreferences {
  return { ...allMails, ...z.partial(mailPreferences).parse(JSON.parse(mail_preferences)) }
}
