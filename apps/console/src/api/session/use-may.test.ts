import { blockPubkey } from '@hornets/contract/admin/access'
import { listAdmins } from '@hornets/contract/admin/accounts/admins'
import type { Role } from '@hornets/contract/admin/accounts/auth'
import { getSettings, saveSettings } from '@hornets/contract/admin/settings'
import { makeTransaction } from '@hornets/contract/wallet/spending'
import { expect, it } from 'vitest'
import { mayCallAs } from './use-may.ts'

const allowed = (role: string | undefined) =>
  [getSettings, blockPubkey, saveSettings, listAdmins, makeTransaction].map(call =>
    mayCallAs(role as Role | undefined, call),
  )

it.each([
  ['viewer', [false, false, false, false, false]],
  ['moderator', [false, true, false, false, false]],
  ['operator', [true, true, true, false, false]],
  ['owner', [true, true, true, true, true]],
])('roles: does not offer what a %s cannot do', (role, may) => {
  expect(allowed(role)).toEqual(may)
})

it.each(['user', '', undefined])('ignores the role %j on the stored user', role => {
  expect(allowed(role)).toEqual([true, true, true, true, true])
})
