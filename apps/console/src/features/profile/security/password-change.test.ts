import { changePassword } from '@hornets/contract/admin/accounts/account'
import { describe, expect, it } from 'vitest'
import german from '../../../i18n/de.json'
import english from '../../../i18n/en.json'
import { checkPasswordChange } from './password-change.ts'

const change = (password: string, confirmPassword = password, currentPassword = 'Correct-Horse-7') => ({
  currentPassword,
  password,
  confirmPassword,
})

describe('a change of the password', () => {
  it.each([
    ['PROFILE-07', change('ABCDEFG1'), { password: expect.stringMatching(/^Minimum eight characters/) }],
    ['PROFILE-07', change('Abcdefgh'), { password: expect.stringMatching(/^Minimum eight characters/) }],
    ['PROFILE-07', change('abcdefg1'), { password: expect.stringMatching(/^Minimum eight characters/) }],
    ['PROFILE-07, CONST-10', change('Abcdef1'), { password: expect.stringMatching(/^Minimum eight characters/) }],
    ['PROFILE-06', change('Correct-Horse-7'), { password: 'The new password must differ from the current one' }],
    ['ERR-09', change('Abcdefg1', 'Abcdefg2'), { confirmPassword: 'The two passwords that you entered do not match!' }],
    ['ERR-08', change('Abcdefg1', 'Abcdefg1', ''), { currentPassword: 'Please input your password!' }],
  ])("%s: refuses passwords that break the contract's rules", (_, given, errors) => {
    expect(checkPasswordChange(given)).toEqual(errors)
    expect(changePassword.body.safeParse(given).success).toBe(false)
  })

  it('PROFILE-07, CONST-10: passes where it keeps them', () => {
    expect(checkPasswordChange(change('Abcdefg1'))).toEqual({})
    expect(changePassword.body.safeParse(change('Abcdefg1')).success).toBe(true)
  })
})

it.each([
  ['ERR-08', 'Please input your password!', 'Bitte geben Sie Ihr Passwort ein!'],
  [
    'PROFILE-06',
    'The new password must differ from the current one',
    'Das neue Passwort muss sich vom bisherigen unterscheiden',
  ],
  [
    'PROFILE-07',
    'Minimum eight characters, with one uppercase letter, one lowercase letter and one number',
    'Mindestens acht Zeichen, darunter ein Großbuchstabe, ein Kleinbuchstabe und eine Ziffer',
  ],
] as const)('%s: the catalogues of both languages have the text %j', (_, text, translated) => {
  expect([english, german].map(({ messages }) => messages[text])).toEqual([text, translated])
})
