import { unblockPubkeys } from '@hornets/contract/admin/access'
import { beginTwoFactor } from '@hornets/contract/admin/accounts/account'
import { inviteAdmin } from '@hornets/contract/admin/accounts/admins'
import { saveSettings } from '@hornets/contract/admin/settings'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '../calls/api-error.ts'
import { createClient } from '../calls/client.ts'
import { askPassword, pendingStepUp, reasonOf } from './step-up.ts'

const needed = () =>
  new ApiError({
    status: 403,
    code: 'password_needed',
    message: 'Please confirm your password to continue',
    spoken: true,
  })
const given = { secret: 'A', uri: 'otpauth://totp/x' }

function clientOf(answers: (() => unknown)[], ask: (() => Promise<boolean>) | undefined) {
  const send = vi.fn(async () => answers.shift()?.())
  const fail = () => {
    throw new Error('not expected')
  }
  const client = createClient({
    token: () => 'token',
    send,
    onUnauthorized: fail,
    onNoToken: fail,
    ...(ask && { askPassword: ask }),
  })
  return { client, send }
}
const refuse = () => {
  throw needed()
}

describe('step-up: a call that needs the password again', () => {
  it('fails with the words of the server when the user would rather not, and is not repeated', async () => {
    const { client, send } = clientOf([refuse], async () => false)
    await expect(client.call(beginTwoFactor)).rejects.toMatchObject({ code: 'password_needed', spoken: true })
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('repeats the call once and then gives up', async () => {
    const ask = vi.fn(async () => true)
    const { client, send } = clientOf([refuse, refuse, refuse], ask)
    await expect(client.call(beginTwoFactor)).rejects.toMatchObject({ code: 'password_needed' })
    expect([send.mock.calls.length, ask.mock.calls.length]).toEqual([2, 1])
  })

  it('fails as before without a dialog, and ignores other refusals', async () => {
    await expect(clientOf([refuse], undefined).client.call(beginTwoFactor)).rejects.toThrow()
    const ask = vi.fn(async () => true)
    const forbid = () => {
      throw new ApiError({ status: 403, code: 'forbidden', message: 'Your role does not allow this' })
    }
    await expect(clientOf([forbid], ask).client.call(beginTwoFactor)).rejects.toMatchObject({ code: 'forbidden' })
    expect(ask).not.toHaveBeenCalled()
  })

  it('repeats the same request after the password is entered', async () => {
    const { client, send } = clientOf([refuse, () => given], async () => true)
    expect(await client.call(beginTwoFactor)).toEqual(given)
    expect(send.mock.calls[0]).toEqual(send.mock.calls[1])
  })

  it('shares one question with those that come with it, and the next one asks again', async () => {
    const first = [askPassword('admins'), askPassword('wallet')]
    expect(pendingStepUp()?.reason).toBe('admins')
    pendingStepUp()?.answer(true)
    expect(await Promise.all(first)).toEqual([true, true])
    expect(pendingStepUp()).toBeUndefined()
    const second = askPassword('wallet')
    expect(pendingStepUp()?.reason).toBe('wallet')
    pendingStepUp()?.answer(false)
    expect(await second).toBe(false)
  })

  it('says what it is for by its path', () => {
    expect(
      [
        beginTwoFactor.path,
        inviteAdmin.path,
        saveSettings.path,
        '/wallet/transaction',
        unblockPubkeys.path,
        '/api/x',
      ].map(reasonOf),
    ).toEqual(['twoFactor', 'admins', 'secret', 'wallet', 'unblock', 'other'])
  })
})
