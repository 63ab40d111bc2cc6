import type { User } from '@hornets/contract/admin/auth'
import type { Account } from './store.ts'

/** The signed-in admin as the console knows it (PROFILE-01); what nobody has filled in is empty. */
export function userOf({ id, pubkey, role }: Account): User {
  return {
    id,
    npub: pubkey,
    role,
    firstName: '',
    lastName: '',
    imgUrl: '',
    userName: '',
    email: { name: '', verified: false },
    phone: { number: '', verified: false },
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
}
