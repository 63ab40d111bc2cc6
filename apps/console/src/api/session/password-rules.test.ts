import { newPassword } from '@hornets/contract/admin/accounts/auth'
import { expect, it } from 'vitest'
import { keepsPasswordRules } from './password-rules.ts'

it.each([
  'Abcdefg1',
  'abcdefg1',
  'ABCDEFG1',
  'Abcdefgh',
  'Abc1',
  'Äöüßäöü1',
  'Abcdefg١',
  '',
  'A1a     ',
  '😀aA1ab😀',
  '😀aA1abc😀',
])('PROFILE-07, R-07: the ticked rules say of %j what the contract says', password => {
  expect(keepsPasswordRules(password)).toBe(newPassword.safeParse(password).success)
})
