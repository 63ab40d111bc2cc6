import { profile } from '@hornets/contract/admin/accounts/account'
import type { User } from '@hornets/contract/admin/accounts/auth'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { fullnessOf } from '../fullness.ts'
import { bodyOf, fillFrom, fitProfile, profileCards, valuesOf } from './profile-fields.ts'

const user: User = {
  id: '1',
  npub: 'a'.repeat(64),
  role: 'owner',
  firstName: 'Ada',
  lastName: '',
  imgUrl: '',
  userName: '',
  email: { name: 'ada@example.org', verified: true },
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

describe('the fields of the profile', () => {
  it('PROFILE-01: are those of the specification, each on one card', () => {
    const shown = Object.values(profileCards).flat()
    expect(shown.toSorted()).toEqual(Object.keys(valuesOf(user)).toSorted())
    expect(new Set(shown).size).toBe(shown.length)
    const [phone, socials] = [
      { number: '030 123456', verified: false },
      { twitter: '@ada', facebook: 'ada.f', linkedin: 'ada-l' },
    ]
    const values = valuesOf({ ...user, phone, socials, city: 'London' })
    const given = { firstName: 'Ada', city: 'London', email: 'ada@example.org', phone: '030 123456' }
    expect(values).toMatchObject({ ...given, ...socials })
    expect(shown.toSorted().join(' ')).toBe(
      'address1 birthday city country email facebook firstName imgUrl lang lastName linkedin phone sex twitter userName website zipcode',
    )
  })

  it('PROFILE-01: are posted only where they have changed, socials together', () => {
    const saved = valuesOf(user)
    expect(bodyOf(saved, saved)).toEqual({})
    const body = bodyOf(saved, { ...saved, city: 'Zürich', twitter: 'ada' })
    expect(body).toEqual({ city: 'Zürich', socials: { twitter: 'ada', facebook: '', linkedin: '' } })
    expect(z.partial(profile).safeParse(body).success).toBe(true)
  })

  it('are filled from a nostr profile by what it says, and nothing is emptied', () => {
    const draft = valuesOf(user)
    const { filled, count } = fillFrom(draft, {
      userName: 'ada',
      firstName: 'Ada',
      city: '',
      website: 'https://ada.example',
    })
    expect(count).toBe(2)
    expect(filled).toEqual({ userName: 'ada', website: 'https://ada.example' })
  })

  it('take of kept edits what still has a field and differs', () => {
    const kept = { city: 'Paris', firstName: 'Ada', phone: 7, gone: 'x' }
    expect(fitProfile(valuesOf(user), kept)).toEqual({ city: 'Paris' })
  })

  it('DASH-09, R-38: are counted, each the same, for how full the profile is', () => {
    expect(fullnessOf(user)).toBeCloseTo(2 / 17)
    const empty = { ...user, firstName: '', email: { name: '', verified: false } }
    expect(fullnessOf(empty)).toBe(0)
    const one = { firstName: 'x', lastName: 'x', imgUrl: 'x', userName: 'x', sex: 'x', birthday: 'x', lang: 'x' }
    const place = { country: 'x', city: 'x', address1: 'x', zipcode: 'x', website: 'x' }
    const [email, phone] = [
      { name: 'x', verified: false },
      { number: 'x', verified: false },
    ]
    const socials = ['twitter', 'facebook', 'linkedin'].map(name => ({ socials: { ...user.socials, [name]: 'x' } }))
    const flat = Object.entries({ ...one, ...place }).map(([name, value]) => ({ [name]: value }))
    const filled = [...flat, ...socials, { email }, { phone }].map(part => ({ ...empty, ...part }) as User)
    expect(filled.map(fullnessOf)).toEqual(Array(17).fill(1 / 17))
  })

  it.each([
    ['PROFILE-03', { phone: 'call me' }, 'Wrong number'],
    ['PROFILE-03', { phone: 'call 12345' }, 'Wrong number'],
    ['PROFILE-03', { phone: '+49 12' }, 'Wrong number'],
    ['PROFILE-03', { phone: '(---) ...' }, 'Wrong number'],
    ['PROFILE-04', { website: 'ada' }, 'Please input a valid URL!'],
    ['PROFILE-04', { website: 'javascript:alert(1)' }, 'Please input a valid URL!'],
    ['PROFILE-05', { email: 'ada@' }, 'Please input a valid email address!'],
  ])('%s: %j is refused', (_, body, message) => {
    const result = z.partial(profile).safeParse(body)
    expect(result.success ? [] : result.error.issues.flatMap(issue => JSON.stringify(issue))).toEqual([
      expect.stringContaining(message),
    ])
  })

  it.each([
    ['PROFILE-03', 'phone', ['+44 20 7946 0000', '030 123456', '(212) 555-0100', '']],
    ['PROFILE-04', 'website', ['https://ada.example/about?lang=de', 'http://localhost:8080', '']],
    ['PROFILE-05', 'email', ['Ada+relay@mail.example.org', '']],
  ])('%s: accepts each usual form of %s, and an empty one', (_, field, values) => {
    for (const value of values) expect(z.partial(profile).safeParse({ [field]: value }).success, value).toBe(true)
  })
})
